import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { type Dialect, dialectOf } from '#metadata/database/dialect.ts'
import type { Metadata, MetadataSchema } from '#metadata/database/schema.ts'
import type {
  EventDefinition,
  EventDefinitionListOptions,
  ListedProperty,
  PropertyDefinition,
  PropertyDefinitionListOptions,
} from './definition.ts'

/** Returns a page of the events of a project, and the number of all matching events. */
export async function listEvents(metadata: Metadata, projectId: number, page: EventDefinitionListOptions) {
  const filtered = metadata
    .selectFrom('event_definition')
    .where('project_id', '=', projectId)
    .where((e) => e.and(namesContaining(dialectOf(metadata), e.ref('name'), page.search)))
  const { count } = await filtered
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await filtered
    .selectAll()
    .orderBy(page.orderBy === 'name' ? 'name' : 'last_seen_at', page.isDescending ? 'desc' : 'asc')
    .orderBy('name')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { count: Number(count), definitions: rows.map(toEventDefinition) }
}

/** Returns the sum of the counts of these names, or of all names of a project. */
export async function countEvents(
  metadata: Metadata,
  projectId: number,
  names: readonly string[] | 'any',
): Promise<number> {
  const { sum } = await metadata
    .selectFrom('event_definition')
    .where('project_id', '=', projectId)
    .$if(names !== 'any', (query) => query.where('name', 'in', [...names]))
    .select((e) => e.fn.sum<number | null>('count').as('sum'))
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

/** Returns a page of the properties of one type, and the number of all matching properties. */
export async function listProperties(
  metadata: Metadata,
  projectId: number,
  page: PropertyDefinitionListOptions,
) {
  const filtered = metadata
    .selectFrom('property_definition')
    .where('project_id', '=', projectId)
    .where('type', '=', page.type)
    .where('group_type_index', '=', page.groupTypeIndex)
    .where((e) => e.and(conditionsOf(dialectOf(metadata), e, projectId, page)))
  const { count } = await filtered
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await filtered
    .selectAll()
    .select((e) =>
      e
        .case()
        .when(isOfEvents(e, projectId, page))
        .then(1)
        .else(0)
        .end()
        .as('is_seen'),
    )
    .orderBy('is_seen', 'desc')
    .orderBy('name')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const definitions: ListedProperty[] = rows.map((row) => ({
    ...toPropertyDefinition(row),
    isSeen: page.eventNames === null ? null : row.is_seen === 1,
  }))
  return { count: Number(count), definitions }
}

type Properties = ExpressionBuilder<MetadataSchema, 'property_definition'>

function conditionsOf(
  dialect: Dialect,
  e: Properties,
  projectId: number,
  page: PropertyDefinitionListOptions,
): Expression<SqlBool>[] {
  const { names, excludedNames, isNumerical } = page
  const conditions = namesContaining(dialect, e.ref('name'), page.search)
  if (names !== null) conditions.push(e('name', 'in', [...names]))
  if (excludedNames.length > 0) conditions.push(e('name', 'not in', [...excludedNames]))
  if (isNumerical === true) conditions.push(e('kind', '=', 'Numeric'))
  if (isNumerical === false) conditions.push(e.or([e('kind', 'is', null), e('kind', '!=', 'Numeric')]))
  for (const { text, isWanted } of page.prefixes)
    conditions.push(isWanted ? beginsWith(e, text) : e.not(beginsWith(e, text)))
  if (page.isOfEventsOnly) conditions.push(isOfEvents(e, projectId, page))
  return conditions
}

function isOfEvents(
  e: Properties,
  projectId: number,
  { eventNames }: PropertyDefinitionListOptions,
): Expression<SqlBool> {
  // `IN ()` is not valid SQL.
  if (eventNames === null || eventNames.length === 0) return sql<SqlBool>`1 = 0`
  const properties = e
    .selectFrom('event_property')
    .select('property')
    .where('project_id', '=', projectId)
    .where('event', 'in', [...eventNames])
  return e('name', 'in', properties)
}

const namesContaining = (dialect: Dialect, name: Expression<string>, parts: readonly string[]) =>
  parts.map((part) => dialect.contains(dialect.lower(name), dialect.lower(sql`${part}`)))

const beginsWith = (e: Properties, text: string): Expression<SqlBool> =>
  sql<SqlBool>`substr(${e.ref('name')}, 1, CAST(${text.length} AS integer)) = ${text}`

export const toEventDefinition = (row: Selectable<MetadataSchema['event_definition']>): EventDefinition => ({
  id: row.uuid,
  name: row.name,
  count: Number(row.count),
  createdAt: row.created_at,
  lastSeenAt: row.last_seen_at,
})

export const toPropertyDefinition = (
  row: Selectable<MetadataSchema['property_definition']>,
): PropertyDefinition => ({
  id: row.uuid,
  name: row.name,
  count: Number(row.count),
  createdAt: row.created_at,
  lastSeenAt: row.last_seen_at,
  type: row.type,
  groupTypeIndex: row.group_type_index === -1 ? null : row.group_type_index,
  kind: row.kind,
})
