import type { Metadata } from '#metadata/database/schema.ts'
import { lruOf } from '#shared/lru-of.ts'
import type {
  EventDefinition,
  EventDefinitionListOptions,
  ListedProperty,
  PropertyDefinition,
  PropertyDefinitionListOptions,
  SeenDefinitions,
  SeenPair,
  SeenProperty,
} from './definition.ts'
import { createDefinitionRecorder, type KnownDefinitions } from './definition-recorder.ts'
import { EVENTS, eventKey, PAIRS, PROPERTIES, propertyKey } from './definition-tables.ts'
import {
  countEvents,
  listEvents,
  listProperties,
  toEventDefinition,
  toPropertyDefinition,
} from './list-definitions.ts'
import { type KindOfProperty, propertyKinds } from './property-kinds.ts'
import { unknownEvents, unknownProperties } from './unknown-definitions.ts'

/** The events and properties that a project was sent. */
export interface DefinitionStore {
  /**
   * Adds the definitions of stored events. New names and kinds are on disk before it resolves. Counts of known names are
   * written once a second at most, and before every read that can: a server that is killed has not counted the last events. A
   * repeated call counts twice.
   *
   * New names beyond the limits of a project are not recorded: 10,000 events, 20,000 properties of a type, 100,000 pairs
   * of an event and its property.
   */
  add(seen: SeenDefinitions, nowMs: number): Promise<void>
  /** Writes the counts that wait. To be called before the store closes. */
  writeCounts(): Promise<void>
  /** To be called when definitions were deleted: each is looked up again when its next event comes. */
  forgetKnown(): void
  events(
    projectId: number,
    options: EventDefinitionListOptions,
  ): Promise<{ count: number; definitions: EventDefinition[] }>
  /** How many events of these names, or of any, were counted in the project so far. The last seconds may be missing. */
  countEvents(projectId: number, names: readonly string[] | 'any'): Promise<number>
  /** Null where the id is unknown or another project's. */
  event(projectId: number, id: string): Promise<EventDefinition | null>
  /** Properties of `eventNames` first, then by name. */
  properties(
    projectId: number,
    options: PropertyDefinitionListOptions,
  ): Promise<{ count: number; definitions: ListedProperty[] }>
  /** Null where the id is unknown or another project's. */
  property(projectId: number, id: string): Promise<PropertyDefinition | null>
  /** The names of which the project has no event. Empty where it has as many names as are recorded. */
  unknownEvents(projectId: number, names: readonly string[]): Promise<ReadonlySet<string>>
  /** The properties that the project was never sent. Empty for a type with as many properties as are recorded. */
  unknownProperties<Asked extends PropertyName>(
    projectId: number,
    properties: readonly Asked[],
  ): Promise<readonly Asked[]>
  /** The properties of these names, of events, persons and groups of every type. */
  propertyKinds(projectId: number, names: readonly string[]): Promise<readonly KindOfProperty[]>
}
type PropertyName = Pick<SeenProperty, 'type' | 'groupTypeIndex' | 'name'>

/** The most definitions of a project, so that endless new names cannot fill the disk. */
export interface DefinitionLimits {
  readonly eventNames: number
  /** Of one type: of events, of persons, of all groups. */
  readonly properties: number
  /** An event and a property that it has. */
  readonly pairs: number
}
const LIMITS: DefinitionLimits = { eventNames: 10_000, properties: 20_000, pairs: 100_000 }

export function createDefinitionStore(metadata: Metadata, limits = LIMITS): DefinitionStore {
  const writer = createWriter(metadata, limits)
  // Where nothing can be written, the definitions are shown with the counts of before. The duty that writes them reports it.
  const tryToWriteCounts = () => writer.writeCounts().catch(() => undefined)
  return {
    ...writer,
    async events(projectId, options) {
      await tryToWriteCounts()
      return listEvents(metadata, projectId, options)
    },
    countEvents: (projectId, names) => countEvents(metadata, projectId, names),
    async event(projectId, id) {
      await tryToWriteCounts()
      // Without an index: the key narrows it to one project, which has 10,000 at most.
      const row = await metadata
        .selectFrom('event_definition')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('uuid', '=', id)
        .executeTakeFirst()
      return row === undefined ? null : toEventDefinition(row)
    },
    async properties(projectId, options) {
      await tryToWriteCounts()
      return listProperties(metadata, projectId, options)
    },
    async property(projectId, id) {
      await tryToWriteCounts()
      const row = await metadata
        .selectFrom('property_definition')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('uuid', '=', id)
        .executeTakeFirst()
      return row === undefined ? null : toPropertyDefinition(row)
    },
    unknownEvents: (projectId, names) => unknownEvents(metadata, projectId, names, limits.eventNames),
    unknownProperties: (projectId, properties) =>
      unknownProperties(metadata, projectId, properties, limits.properties),
    propertyKinds: (projectId, names) => propertyKinds(metadata, projectId, names),
  }
}

/** Writing 200 counts takes 2 ms, as much as storing 100 events; there can be twenty flushes a second. */
const WAIT_MS = 1_000
/** Waiting names that will be refused take memory, and there can be any number of them. */
const MAX_WAITING = 50_000
/** About 150 bytes each. */
const MAX_KNOWN = 400_000

function createWriter(
  metadata: Metadata,
  limits: DefinitionLimits,
): Pick<DefinitionStore, 'add' | 'writeCounts' | 'forgetKnown'> {
  const known: KnownDefinitions = lruOf(MAX_KNOWN)
  const events = createDefinitionRecorder(EVENTS, limits.eventNames, known)
  const properties = createDefinitionRecorder(PROPERTIES, limits.properties, known)
  const pairs = createDefinitionRecorder(PAIRS, limits.pairs, known)
  let writtenMs = Number.NEGATIVE_INFINITY
  let nowMs = 0

  const size = () => events.size() + properties.size() + pairs.size()
  /** Returns whether a definition may have to be recorded now. */
  function wait(seen: SeenDefinitions): boolean {
    const [newEvents, newProperties, newPairs] = [
      events.add(seen.events),
      properties.add(seen.properties),
      pairs.add(seen.pairs),
    ]
    return (
      newEvents.some((row) => !events.isRefused(row)) ||
      newProperties.some((row) => !properties.isRefused(row)) ||
      newPairs.some((row) => !pairs.isRefused(row) && parentsOf(row).every((key) => known.has(key)))
    )
  }
  async function writeCounts(): Promise<void> {
    if (size() === 0) return
    const seen = { events: events.take(), properties: properties.take(), pairs: pairs.take() }
    writtenMs = nowMs
    try {
      const written = await metadata.transaction().execute(async (transaction) => {
        const writtenEvents = await events.write(transaction, seen.events, nowMs)
        const writtenProperties = await properties.write(transaction, seen.properties, nowMs)
        const keys = new Set([...writtenEvents.map(eventKey), ...writtenProperties.map(propertyKey)])
        const possible = seen.pairs.filter((row) => parentsOf(row).every((key) => keys.has(key)))
        return {
          events: writtenEvents,
          properties: writtenProperties,
          pairs: await pairs.write(transaction, possible, nowMs),
        }
      })
      events.learn(written.events)
      properties.learn(written.properties)
      pairs.learn(written.pairs)
    } catch (error) {
      wait(seen)
      throw error
    }
  }
  return {
    writeCounts,
    forgetKnown() {
      known.clear()
      for (const recorder of [events, properties, pairs]) recorder.forgetFull()
    },
    async add(seen, atMs) {
      nowMs = atMs
      const hasNews = wait(seen)
      const isSoon = Math.abs(nowMs - writtenMs) < WAIT_MS && size() < MAX_WAITING
      if (hasNews || !isSoon) await writeCounts()
    },
  }
}

/** The keys of the event and the property, without which a pair is not recorded. */
const parentsOf = ({ projectId, event, property }: SeenPair) => [
  eventKey({ projectId, name: event }),
  propertyKey({ projectId, type: 'event', groupTypeIndex: -1, name: property }),
]
