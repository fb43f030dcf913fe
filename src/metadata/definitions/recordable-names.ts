import { IDS_A_STATEMENT } from '#metadata/database/dialect.ts'
import type { MetadataTransaction } from '#metadata/database/schema.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { groupBy } from '#shared/group-by.ts'
import type { SeenDefinitions, SeenEvent, SeenPair, SeenProperty } from './definition.ts'
import { eventScope, type KnownDefinitions, pairScope, propertyScope } from './known-definitions.ts'
import { eventKey, pairKey, propertyKey } from './waiting-definitions.ts'

/** The most that a project has of each, so that names made up without end cannot fill the disk. */
export interface DefinitionLimits {
  readonly eventNames: number
  /** Of one type: of events, of persons, of all groups. */
  readonly properties: number
  /** Which event has which property. */
  readonly pairs: number
}
export const DEFINITION_LIMITS: DefinitionLimits = { eventNames: 10_000, properties: 20_000, pairs: 100_000 }

/** Leaves out what would be new beyond the limits. A pair needs its event and its property. */
export type Recordable = (transaction: MetadataTransaction, seen: SeenDefinitions) => Promise<SeenDefinitions>

export function createRecordable(limits: DefinitionLimits, known: KnownDefinitions): Recordable {
  const eventsAmong = createAdmission(eventNames(limits.eventNames), known.hasEvent, known.addFull)
  const propertiesAmong = createAdmission(propertyNames(limits.properties), known.hasProperty, known.addFull)
  const pairsAmong = createAdmission(pairsOf(limits.pairs), known.hasPair, known.addFull)
  return async (transaction, seen) => {
    const events = await eventsAmong(transaction, seen.events)
    const properties = await propertiesAmong(transaction, seen.properties)
    const names = new Set(events.map(eventKey))
    const ofEvents = new Set(properties.filter(({ type }) => type === 'event').map(eventKey))
    const possible = seen.pairs.filter(
      ({ projectId, event, property }) =>
        names.has(eventKey({ projectId, name: event })) &&
        ofEvents.has(eventKey({ projectId, name: property })),
    )
    return { events, properties, pairs: await pairsAmong(transaction, possible) }
  }
}

/** One kind of names. Those of one scope share a limit. */
interface NameKind<T> {
  readonly most: number
  readonly scopeOf: (row: T) => string
  /** The same for the same name, in all scopes. */
  readonly keyOf: (row: T) => string
  /** Of rows of one scope, the keys of those that are recorded; others may be among them. */
  readonly recorded: (transaction: MetadataTransaction, first: T, rows: readonly T[]) => Promise<string[]>
  /** How many the scope of a row has. */
  readonly count: (transaction: MetadataTransaction, row: T) => Promise<number>
}

// A flush of known names asks the database nothing.
function createAdmission<T>(
  kind: NameKind<T>,
  isKnown: (row: T) => boolean,
  addFull: (scope: string) => void,
) {
  return async (transaction: MetadataTransaction, rows: readonly T[]): Promise<T[]> => {
    const refused = new Set<T>()
    const unknown = rows.filter((row) => !isKnown(row))
    const byScope = groupBy(unknown, kind.scopeOf, (row) => row)
    for (const [scope, ofScope] of byScope) {
      const recorded = new Set(await recordedIn(kind, transaction, ofScope))
      const fresh = ofScope.filter((row) => !recorded.has(kind.keyOf(row)))
      if (fresh.length === 0) continue
      const room = Math.max(0, kind.most - (await kind.count(transaction, ofScope[0])))
      // Only what the database holds already: this transaction may fail.
      if (room === 0) addFull(scope)
      for (const row of fresh.slice(room)) refused.add(row)
    }
    return rows.filter((row) => !refused.has(row))
  }
}

async function recordedIn<T>(
  kind: NameKind<T>,
  transaction: MetadataTransaction,
  rows: readonly [T, ...T[]],
) {
  const keys: string[] = []
  for (const some of chunksOf(rows, IDS_A_STATEMENT))
    for (const key of await kind.recorded(transaction, rows[0], some)) keys.push(key)
  return keys
}

const eventNames = (most: number): NameKind<SeenEvent> => ({
  most,
  scopeOf: eventScope,
  keyOf: eventKey,
  async recorded(transaction, { projectId }, rows) {
    const names = rows.map((row) => row.name)
    const found = await transaction
      .selectFrom('event_definition')
      .select('name')
      .where('project_id', '=', projectId)
      .where('name', 'in', names)
      .execute()
    return found.map(({ name }) => eventKey({ projectId, name }))
  },
  async count(transaction, { projectId }) {
    const { count } = await transaction
      .selectFrom('event_definition')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow()
    return Number(count)
  },
})

const propertyNames = (most: number): NameKind<SeenProperty> => ({
  most,
  scopeOf: propertyScope,
  keyOf: propertyKey,
  async recorded(transaction, { projectId, type }, rows) {
    const names = rows.map((row) => row.name)
    const found = await transaction
      .selectFrom('property_definition')
      .select(['group_type_index', 'name'])
      .where('project_id', '=', projectId)
      .where('type', '=', type)
      .where('name', 'in', names)
      .execute()
    return found.map(({ group_type_index: groupTypeIndex, name }) =>
      propertyKey({ projectId, type, groupTypeIndex, name }),
    )
  },
  async count(transaction, { projectId, type }) {
    const { count } = await transaction
      .selectFrom('property_definition')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('project_id', '=', projectId)
      .where('type', '=', type)
      .executeTakeFirstOrThrow()
    return Number(count)
  },
})

const pairsOf = (most: number): NameKind<SeenPair> => ({
  most,
  scopeOf: pairScope,
  keyOf: pairKey,
  async recorded(transaction, { projectId }, rows) {
    const keys: string[] = []
    const byEvent = groupBy(
      rows,
      (row) => row.event,
      (row) => row.property,
    )
    for (const [event, properties] of byEvent) {
      const found = await transaction
        .selectFrom('event_property')
        .select('property')
        .where('project_id', '=', projectId)
        .where('event', '=', event)
        .where('property', 'in', properties)
        .execute()
      keys.push(...found.map(({ property }) => pairKey({ projectId, event, property })))
    }
    return keys
  },
  async count(transaction, { projectId }) {
    const { count } = await transaction
      .selectFrom('event_property')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow()
    return Number(count)
  },
})
