import type { Insertable, Selectable } from 'kysely'
import { IDS_A_STATEMENT } from '#metadata/database/dialect.ts'
import type { Metadata, MetadataSchema } from '#metadata/database/schema.ts'
import { searchText } from '#metadata/insights/insight-list-columns.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { groupBy } from '#shared/group-by.ts'
import type { Dashboard, DashboardFields } from './dashboard.ts'

type Row = Selectable<MetadataSchema['dashboard']>

/** What the columns that a client decides hold for these fields. */
export const columnsOf = (
  fields: DashboardFields,
): Omit<
  Insertable<MetadataSchema['dashboard']>,
  'project_id' | 'created_at' | 'created_by' | 'updated_at'
> => ({
  name: fields.name,
  description: fields.description,
  pinned: Number(fields.pinned),
  filters: JSON.stringify(fields.filters),
  deleted: Number(fields.deleted),
  search_text: searchText([fields.name, fields.description, ...fields.tags]),
})

export async function replaceTags(
  transaction: Metadata,
  dashboardId: number,
  tags: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('dashboard_tag').where('dashboard_id', '=', dashboardId).execute()
  if (tags.length > 0)
    await transaction
      .insertInto('dashboard_tag')
      .values(tags.map((tag) => ({ dashboard_id: dashboardId, tag })))
      .execute()
}

/** Rows with their tags, in alphabetical order. */
export async function toDashboards(database: Metadata, rows: readonly Row[]): Promise<Dashboard[]> {
  const tagRows: Selectable<MetadataSchema['dashboard_tag']>[] = []
  for (const some of chunksOf(rows, IDS_A_STATEMENT)) {
    const ids = some.map((row) => row.id)
    const read = database.selectFrom('dashboard_tag').selectAll().where('dashboard_id', 'in', ids)
    tagRows.push(...(await read.orderBy('tag').execute()))
  }
  const tags = groupBy(
    tagRows,
    (row) => row.dashboard_id,
    (row) => row.tag,
  )
  return rows.map((row) => toDashboard(row, tags.get(row.id) ?? []))
}

const toDashboard = (row: Row, tags: readonly string[]): Dashboard => ({
  id: row.id,
  projectId: row.project_id,
  name: row.name,
  description: row.description,
  pinned: row.pinned === 1,
  filters: JSON.parse(row.filters),
  deleted: row.deleted === 1,
  tags,
  createdAt: row.created_at,
  createdBy: row.created_by,
  updatedAt: row.updated_at,
})
