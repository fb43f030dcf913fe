import {
  joinKinds,
  type SeenDefinitions,
  type SeenEvent,
  type SeenPair,
  type SeenProperty,
} from './definition.ts'

/** Counts of known definitions that are not written yet. */
export interface WaitingDefinitions {
  size(): number
  add(seen: SeenDefinitions): void
  /** Everything that waited, each definition once; nothing waits any more. */
  take(): SeenDefinitions
}

export function createWaitingDefinitions(): WaitingDefinitions {
  const events = new Map<string, SeenEvent>()
  const properties = new Map<string, SeenProperty>()
  const pairs = new Map<string, SeenPair>()
  return {
    size: () => events.size + properties.size + pairs.size,
    add(seen) {
      for (const row of seen.events) merge(events, eventKey(row), row, joinTallies)
      for (const row of seen.properties) merge(properties, propertyKey(row), row, joinProperties)
      for (const row of seen.pairs) merge(pairs, pairKey(row), row, joinCounts)
    },
    take() {
      const taken = {
        events: [...events.values()],
        properties: [...properties.values()],
        pairs: [...pairs.values()],
      }
      for (const waiting of [events, properties, pairs]) waiting.clear()
      return taken
    },
  }
}

function merge<T>(rows: Map<string, T>, key: string, row: T, join: (a: T, b: T) => T): void {
  const known = rows.get(key)
  rows.set(key, known === undefined ? row : join(known, row))
}

const joinCounts = <T extends { readonly count: number }>(a: T, b: T): T => ({
  ...a,
  count: a.count + b.count,
})
const joinTallies = <T extends { readonly count: number; readonly lastSeenMs: number }>(a: T, b: T): T => ({
  ...joinCounts(a, b),
  lastSeenMs: Math.max(a.lastSeenMs, b.lastSeenMs),
})
const joinProperties = (a: SeenProperty, b: SeenProperty): SeenProperty => ({
  ...joinTallies(a, b),
  kind: joinKinds(a.kind, b.kind),
})

/** One text for one name, whatever its project. */
export const eventKey = ({ projectId, name }: Pick<SeenEvent, 'projectId' | 'name'>): string =>
  `${projectId}:${name}`
export const propertyKey = (
  row: Pick<SeenProperty, 'projectId' | 'type' | 'groupTypeIndex' | 'name'>,
): string => `${row.projectId}:${row.type}:${row.groupTypeIndex}:${row.name}`
/** With a length, because a name may hold any separator. */
export const pairKey = ({
  projectId,
  event,
  property,
}: Pick<SeenPair, 'projectId' | 'event' | 'property'>): string =>
  `${projectId}:${event.length}:${event}${property}`
