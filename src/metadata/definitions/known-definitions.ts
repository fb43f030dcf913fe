import type { SeenDefinitions, SeenEvent, SeenPair, SeenProperty } from './definition.ts'
import { eventKey, pairKey, propertyKey } from './waiting-definitions.ts'

/**
 * What is recorded, as far as it was seen since the start: names, and each kind that a property was seen with. Names that
 * were refused are not remembered, for they are without end; of the scopes that share a limit it is known which are full.
 */
export interface KnownDefinitions {
  hasEvent(row: EventName): boolean
  hasProperty(row: PropertyName): boolean
  hasPair(row: PairName): boolean
  /** Whether writing can wait: each is recorded, or is refused because its scope is full. */
  hasAll(seen: SeenDefinitions): boolean
  /** What was recorded. */
  add(recorded: SeenDefinitions): void
  /** Names never go away: what is full stays full. */
  addFull(scope: string): void
}

type EventName = Pick<SeenEvent, 'projectId' | 'name'>
type PropertyName = Pick<SeenProperty, 'projectId' | 'type' | 'groupTypeIndex' | 'name'>
type PairName = Pick<SeenPair, 'projectId' | 'event' | 'property'>

/** Names of one scope share a limit. */
export const eventScope = ({ projectId }: Pick<SeenEvent, 'projectId'>): string => `event:${projectId}`
export const propertyScope = ({ projectId, type }: Pick<SeenProperty, 'projectId' | 'type'>): string =>
  `property:${type}:${projectId}`
export const pairScope = ({ projectId }: Pick<SeenPair, 'projectId'>): string => `pair:${projectId}`

/** About 150 bytes each. */
const KNOWN = 400_000

export function createKnownDefinitions(): KnownDefinitions {
  const keys = new Set<string>()
  const full = new Set<string>()
  const hasEvent = (row: EventName) => keys.has(ofEvent(row))
  const hasProperty = (row: PropertyName) => keys.has(ofProperty(row))
  const hasPair = (row: PairName) => keys.has(ofPair(row))
  const isEventRefused = (row: EventName) => full.has(eventScope(row)) && !hasEvent(row)
  const isPropertyRefused = (row: PropertyName) => full.has(propertyScope(row)) && !hasProperty(row)
  const isPairRefused = (row: PairName) =>
    full.has(pairScope(row)) ||
    isEventRefused({ projectId: row.projectId, name: row.event }) ||
    isPropertyRefused({ projectId: row.projectId, type: 'event', groupTypeIndex: -1, name: row.property })
  return {
    hasEvent,
    hasProperty,
    hasPair,
    hasAll: ({ events, properties, pairs }) =>
      events.every((row) => hasEvent(row) || isEventRefused(row)) &&
      properties.every((row) => keys.has(ofKind(row)) || isPropertyRefused(row)) &&
      pairs.every((row) => hasPair(row) || isPairRefused(row)),
    add({ events, properties, pairs }) {
      if (keys.size > KNOWN) keys.clear()
      for (const row of events) keys.add(ofEvent(row))
      for (const row of properties) keys.add(ofProperty(row)).add(ofKind(row))
      for (const row of pairs) keys.add(ofPair(row))
    },
    addFull: (scope) => full.add(scope),
  }
}

const ofEvent = (row: EventName) => `event:${eventKey(row)}`
const ofProperty = (row: PropertyName) => `property:${propertyKey(row)}`
const ofKind = (row: SeenProperty) => `${row.kind}:${propertyKey(row)}`
const ofPair = (row: PairName) => `pair:${pairKey(row)}`
