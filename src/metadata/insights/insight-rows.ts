import type { Insertable, Selectable } from 'kysely'
import { IDS_A_STATEMENT } from '#metadata/database/dialect.ts'
import type { Metadata, MetadataSchema } from '#metadata/database/schema.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { groupBy } from '#shared/group-by.ts'
import type { Insight, InsightFields } from './insight.ts'
import { listedKind, queryForm, searchText } from './insight-list-columns.ts'
import { tilesOf } from './insight-tiles.ts'

type Row = Selectable<MetadataSchema['insight']>

/** What the columns that a client decides hold for these fields. */
export const columnsOf = (
  fields: Omit<InsightFields, 'dashboards'>,
): Omit<
  Insertable<MetadataSchema['insight']>,
  | 'project_id'
  | 'short_id'
  | 'created_at'
  | 'created_by'
  | 'updated_at'
  | 'last_modified_at'
  | 'last_modified_by'
> => ({
  name: fields.name,
  derived_name: fields.derivedName,
  description: fields.description,
  filters: JSON.stringify(fields.filters),
  query: fields.query === null ? null : JSON.stringify(fields.query),
  sort_order: fields.order,
  deleted: Number(fields.deleted),
  saved: Number(fields.saved),
  favorited: Number(fields.favorited),
  is_sample: 0,
  search_text: searchText([fields.name, fields.derivedName, fields.description, ...fields.tags]),
  listed_kind: listedKind(fields.query, fields.filters),
  query_form: queryForm(fields.query),
})

export async function replaceTags(
  database: Metadata,
  insightId: number,
  tags: readonly string[],
): Promise<void> {
  await database.deleteFrom('insight_tag').where('insight_id', '=', insightId).execute()
  if (tags.length > 0)
    await database
      .insertInto('insight_tag')
      .values(tags.map((tag) => ({ insight_id: insightId, tag })))
      .execute()
}

/** Rows with their tags, in alphabetical order, and their tiles. */
export async function toInsights(database: Metadata, rows: readonly Row[]): Promise<Insight[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const tiles = await tilesOf(database, ids)
  const tagRows = await database
    .selectFrom('insight_tag')
    .selectAll()
    .where('insight_id', 'in', ids)
    .orderBy('tag')
    .execute()
  const tags = groupBy(
    tagRows,
    (row) => row.insight_id,
    (row) => row.tag,
  )
  return rows.map((row) => toInsight(row, tags.get(row.id) ?? [], tiles.get(row.id) ?? []))
}

/** Those of these ids that are the project's, deleted or not, by id. */
export async function insightsById(
  database: Metadata,
  projectId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Insight>> {
  const found: Insight[] = []
  for (const some of chunksOf(ids, IDS_A_STATEMENT)) {
    const read = database.selectFrom('insight').selectAll().where('project_id', '=', projectId)
    found.push(...(await toInsights(database, await read.where('id', 'in', some).execute())))
  }
  return new Map(found.map((insight) => [insight.id, insight]))
}

const toInsight = (row: Row, tags: readonly string[], tiles: Insight['tiles']): Insight => ({
  id: row.id,
  projectId: row.project_id,
  shortId: row.short_id,
  name: row.name,
  derivedName: row.derived_name,
  description: row.description,
  filters: JSON.parse(row.filters),
  query: row.query === null ? null : JSON.parse(row.query),
  order: row.sort_order,
  deleted: row.deleted === 1,
  saved: row.saved === 1,
  favorited: row.favorited === 1,
  isSample: row.is_sample === 1,
  tags,
  tiles,
  createdAt: row.created_at,
  createdBy: row.created_by,
  updatedAt: row.updated_at,
  lastModifiedAt: row.last_modified_at,
  lastModifiedBy: row.last_modified_by,
  answerKey: row.answer_key,
})
