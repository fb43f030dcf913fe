import type { Transaction } from 'kysely'
import type { SeenDefinitions, SeenEvent, SeenPair, SeenProperty } from './definition.ts'
import type { MetadataSchema } from './schema.ts'
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

type Metadata = Transaction<MetadataSchema>

/** Leaves out what would be new beyond the limits. A pair needs its event and its property. */
export type Recordable = (transaction: Metadata, seen: SeenDefinitions) => Promise<SeenDefinitions>

export function createRecordable(limits: DefinitionLimits): Recordable {
  const eventsAmong = createAdmission(eventNames(limits.eventNames))
  const propertiesAmong = createAdmission(propertyNames(limits.properties))
  const pairsAmong = createAdmission(pairsOf(limits.pairs))
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
  readonly recorded: (transaction: Metadata, first: T, rows: readonly T[]) => Promise<string[]>
  /** How many the scope of a row has. */
  readonly count: (transaction: Metadata, row: T) => Promise<number>
}

/** SQLite takes 32,766 values in a statement. */
const CHUNK = 5_000
/** About 150 bytes a name. */
const REMEMBERED_NAMES = 200_000

// What was decided once is remembered: a flush of known names asks the database nothing. Names never go away, so that a
// name refused stays refused; and a name admitted by a transaction that failed is admitted again.
function createAdmission<T>(kind: NameKind<T>) {
  const decided = new Map<string, boolean>()
  const isAdmitted = (row: T) => decided.get(kind.keyOf(row))
  return async (transaction: Metadata, rows: readonly T[]): Promise<T[]> => {
    if (decided.size > REMEMBERED_NAMES) decided.clear()
    const undecided = rows.filter((row) => isAdmitted(row) === undefined)
    for (const [first, scope] of byScope(kind, undecided)) {
      const recorded = new Set(await recordedIn(kind, transaction, first, scope))
      const isNew = (row: T) => !recorded.has(kind.keyOf(row))
      let room = scope.some(isNew) ? kind.most - (await kind.count(transaction, first)) : 0
      for (const row of scope) decided.set(kind.keyOf(row), !isNew(row) || room-- > 0)
    }
    return rows.filter(isAdmitted)
  }
}

async function recordedIn<T>(kind: NameKind<T>, transaction: Metadata, first: T, rows: readonly T[]) {
  const keys: string[] = []
  for (let i = 0; i < rows.length; i += CHUNK)
    keys.push(...(await kind.recorded(transaction, first, rows.slice(i, i + CHUNK))))
  return keys
}

function byScope<T>(kind: NameKind<T>, rows: readonly T[]): [T, T[]][] {
  const scopes = new Map<string, [T, T[]]>()
  for (const row of rows) {
    const scope = scopes.get(kind.scopeOf(row))
    if (scope === undefined) scopes.set(kind.scopeOf(row), [row, [row]])
    else scope[1].push(row)
  }
  return [...scopes.values()]
}

const eventNames = (most: number): NameKind<SeenEvent> => ({
  most,
  scopeOf: ({ projectId }) => String(projectId),
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
  scopeOf: ({ projectId, type }) => `${projectId}:${type}`,
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
  scopeOf: ({ projectId }) => String(projectId),
  keyOf: pairKey,
  async recorded(transaction, { projectId }, rows) {
    const keys: string[] = []
    for (const [event, properties] of propertiesByEvent(rows)) {
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

function propertiesByEvent(pairs: readonly SeenPair[]): Map<string, string[]> {
  const byEvent = new Map<string, string[]>()
  for (const { event, property } of pairs) {
    const properties = byEvent.get(event)
    if (properties === undefined) byEvent.set(event, [property])
    else properties.push(property)
  }
  return byEvent
}
