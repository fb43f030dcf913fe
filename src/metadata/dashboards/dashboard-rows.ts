import type { Selectable } from 'kysely'
import type { Metadata, MetadataSchema } from '#metadata/database/schema.ts'
import { toColumns, toValues } from '#metadata/fields.ts'
import { searchText } from '#metadata/search-text.ts'
import { tagsById } from '#metadata/tags.ts'
import { DASHBOARD_FIELDS, type Dashboard, type DashboardFields } from './dashboard.ts'

type Row = Selectable<MetadataSchema['dashboard']>

/** Returns the columns that follow from the fields that clients write. */
export const dashboardColumns = (fields: DashboardFields) => ({
  ...toColumns(DASHBOARD_FIELDS, fields),
  search_text: searchText([fields.name, fields.description, ...fields.tags]),
})

/** Converts rows to dashboards, with their tags and whether they are shared. */
export async function toDashboards(database: Metadata, rows: readonly Row[]): Promise<Dashboard[]> {
  const tags = await tagsById(
    database,
    'dashboard',
    rows.map((row) => row.id),
  )
  const shared = await sharedAmong(
    database,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    ...toValues(DASHBOARD_FIELDS, row),
    id: row.id,
    projectId: row.project_id,
    tags: tags.get(row.id) ?? [],
    createdAt: row.created_at,
    createdBy: row.created_by,
    updatedAt: row.updated_at,
    isShared: shared.has(row.id),
  }))
}

/** Returns which of these ids belong to dashboards that have an enabled link. */
async function sharedAmong(database: Metadata, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await database
    .selectFrom('dashboard_sharing')
    .select('dashboard_id')
    .where('dashboard_id', 'in', [...ids])
    .where('enabled', '=', 1)
    .execute()
  return new Set(rows.map((row) => row.dashboard_id))
}
