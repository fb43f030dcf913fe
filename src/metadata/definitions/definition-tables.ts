import { type RawBuilder, sql } from 'kysely'
import { IDS_A_STATEMENT, ROWS_A_STATEMENT } from '#metadata/database/dialect.ts'
import { isAmong } from '#metadata/database/is-among.ts'
import type { Metadata, MetadataSchema, MetadataTransaction } from '#metadata/database/schema.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { isoInstant } from '#shared/clock.ts'
import { uuidOfText } from '#shared/uuid-of-text.ts'
import type { SeenEvent, SeenPair, SeenProperty } from './definition.ts'

type Table = 'event_definition' | 'property_definition' | 'event_property'
type Column = { [T in Table]: keyof MetadataSchema[T] }[Table]
type Value = string | number

/** One of the tables of definitions. */
export interface DefinitionTable<Row> {
  readonly table: Table
  /** Returns a key that identifies a definition among the definitions of all tables. */
  readonly keyOf: (row: Row) => string
  /** Definitions with the same values in these columns share a limit. */
  readonly scope: readonly Column[]
  readonly scopeOf: (row: Row) => readonly Value[]
  /** These columns identify a definition in its scope. Together with the scope they are the primary key. */
  readonly name: readonly Column[]
  readonly nameOf: (row: Row) => readonly Value[]
  /** Returns the values of all columns of a new definition. */
  readonly valuesOf: (row: Row, createdAt: string) => { readonly project_id: number; readonly count: number }
  /** The columns that change if the definition is stored already. */
  readonly changes: {
    readonly count: RawBuilder<number>
    readonly last_seen_at?: RawBuilder<string>
    readonly kind?: RawBuilder<string | null>
  }
}

export const eventKey = ({ projectId, name }: Pick<SeenEvent, 'projectId' | 'name'>): string =>
  `event:${projectId}:${name}`
export const propertyKey = ({
  projectId,
  type,
  groupTypeIndex,
  name,
}: Pick<SeenProperty, 'projectId' | 'type' | 'groupTypeIndex' | 'name'>): string =>
  `${type} property:${projectId}:${groupTypeIndex}:${name}`

const sum = (table: Table) => ({ count: sql<number>`${sql.ref(`${table}.count`)} + excluded.count` })
// Instants are texts of equal length, so the later one is the greater text. Neither MAX nor GREATEST exists
// in both dialects.
const latest = (table: Table) => {
  const stored = sql.ref(`${table}.last_seen_at`)
  return {
    last_seen_at: sql<string>`CASE WHEN excluded.last_seen_at > ${stored} THEN excluded.last_seen_at ELSE ${stored} END`,
  }
}

export const EVENTS: DefinitionTable<SeenEvent> = {
  table: 'event_definition',
  keyOf: eventKey,
  scope: ['project_id'],
  scopeOf: ({ projectId }) => [projectId],
  name: ['name'],
  nameOf: ({ name }) => [name],
  valuesOf: ({ projectId, name, count, lastSeenMs }, createdAt) => ({
    project_id: projectId,
    name,
    uuid: uuidOfText(JSON.stringify(['event_definition', projectId, name])),
    count,
    created_at: createdAt,
    last_seen_at: isoInstant(lastSeenMs),
  }),
  changes: { ...sum('event_definition'), ...latest('event_definition') },
}

export const PROPERTIES: DefinitionTable<SeenProperty> = {
  table: 'property_definition',
  keyOf: propertyKey,
  scope: ['project_id', 'type'],
  scopeOf: ({ projectId, type }) => [projectId, type],
  name: ['group_type_index', 'name'],
  nameOf: ({ groupTypeIndex, name }) => [groupTypeIndex, name],
  valuesOf: ({ projectId, type, groupTypeIndex, name, kind, count, lastSeenMs }, createdAt) => ({
    project_id: projectId,
    type,
    group_type_index: groupTypeIndex,
    name,
    uuid: uuidOfText(JSON.stringify(['property_definition', projectId, type, groupTypeIndex, name])),
    kind,
    count,
    created_at: createdAt,
    last_seen_at: isoInstant(lastSeenMs),
  }),
  changes: {
    ...sum('property_definition'),
    ...latest('property_definition'),
    // If the kind of the new row is null, the stored kind stays as it is.
    kind: sql<string | null>`coalesce(excluded.kind, property_definition.kind)`,
  },
}

export const PAIRS: DefinitionTable<SeenPair> = {
  table: 'event_property',
  // The key contains a length, because the name of an event may contain any separator.
  keyOf: ({ projectId, event, property }) => `pair:${projectId}:${event.length}:${event}${property}`,
  scope: ['project_id'],
  scopeOf: ({ projectId }) => [projectId],
  name: ['event', 'property'],
  nameOf: ({ event, property }) => [event, property],
  valuesOf: ({ projectId, event, property, count }) => ({ project_id: projectId, event, property, count }),
  changes: sum('event_property'),
}

/**
 * Finds the stored definitions among `rows`, which are all of one scope. Returns the kind of each stored
 * property, and null for each other definition, by its {@link nameText}.
 */
export async function findDefinitions<Row>(
  transaction: MetadataTransaction,
  { table, scope, scopeOf, name, nameOf }: DefinitionTable<Row>,
  rows: readonly [Row, ...Row[]],
): Promise<ReadonlyMap<string, string | null>> {
  const stored = new Map<string, string | null>()
  const kind = table === 'property_definition' ? sql.ref('kind') : sql.lit(null)
  for (const some of chunksOf(rows, IDS_A_STATEMENT)) {
    const found = await sql<Record<string, Value> & { readonly kind: string | null }>`SELECT
  ${sql.join(name.map((column) => sql.ref(column)))},
  ${kind} AS kind
FROM ${sql.table(table)}
WHERE ${isInScope(scope, scopeOf(rows[0]))}
  AND ${isAmong(name, some.map(nameOf))}`.execute(transaction)
    for (const row of found.rows) stored.set(nameText(name.map((column) => row[column] ?? '')), row.kind)
  }
  return stored
}

export const nameText = (name: readonly Value[]): string => JSON.stringify(name)

/** Returns the number of definitions in the scope of a row. */
export async function countDefinitions<Row>(
  metadata: Metadata,
  { table, scope, scopeOf }: DefinitionTable<Row>,
  row: Row,
): Promise<number> {
  const { count } = await metadata
    .selectFrom(table)
    .select((e) => e.fn.countAll<number>().as('count'))
    .where(isInScope(scope, scopeOf(row)))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const isInScope = (scope: readonly Column[], values: readonly Value[]) =>
  sql<boolean>`${sql.join(
    scope.map((column, i) => sql`${sql.ref(column)} = ${values[i]}`),
    sql` AND `,
  )}`

/** Inserts definitions. If one is stored already, only the columns of `changes` change. */
export async function putDefinitions<Row>(
  transaction: MetadataTransaction,
  { table, scope, name, valuesOf, changes }: DefinitionTable<Row>,
  rows: readonly Row[],
  nowMs: number,
): Promise<void> {
  const createdAt = isoInstant(nowMs)
  for (const some of chunksOf(rows, ROWS_A_STATEMENT))
    await transaction
      .insertInto(table)
      .values(some.map((row) => valuesOf(row, createdAt)))
      .onConflict((conflict) => conflict.columns([...scope, ...name]).doUpdateSet(changes))
      .execute()
}
