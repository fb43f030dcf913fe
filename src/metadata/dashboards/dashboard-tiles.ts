import type { Selectable } from 'kysely'
import type { Metadata, MetadataSchema } from '#metadata/database/schema.ts'
import type { DashboardTile, TileText } from './dashboard.ts'
import { isLiveTile } from './live-tiles.ts'

/**
 * Returns the live tiles of a dashboard, oldest first. The caller has checked the project of the dashboard.
 */
export async function tilesOn(database: Metadata, dashboardId: number): Promise<DashboardTile[]> {
  const rows = await liveTiles(database, dashboardId).selectAll('dashboard_tile').execute()
  return rows.map(toTile)
}

/** Returns the live tile of an insight on a dashboard; null if there is none. */
export async function tileOf(
  database: Metadata,
  dashboardId: number,
  insightId: number,
): Promise<DashboardTile | null> {
  const row = await liveTiles(database, dashboardId)
    .selectAll('dashboard_tile')
    .where('dashboard_tile.insight_id', '=', insightId)
    .executeTakeFirst()
  return row === undefined ? null : toTile(row)
}

/** A query of the live tiles of a dashboard, oldest first. Callers add the columns to select. */
export const liveTiles = (database: Metadata, dashboardId: number) =>
  allTiles(database, dashboardId).where(isLiveTile).orderBy('dashboard_tile.id')

/**
 * A query of the live tiles of a dashboard, and of the removed tiles that a change of the dashboard can
 * bring back. Tiles of deleted insights are left out, because only restoring the insight brings them back.
 */
export const allTiles = (database: Metadata, dashboardId: number) =>
  database
    .selectFrom('dashboard_tile')
    .leftJoin('insight', 'insight.id', 'dashboard_tile.insight_id')
    .where('dashboard_tile.dashboard_id', '=', dashboardId)
    .where((e) => e.or([e('dashboard_tile.insight_id', 'is', null), e('insight.deleted', '=', 0)]))

const toTile = (row: Selectable<MetadataSchema['dashboard_tile']>): DashboardTile => ({
  id: row.id,
  insightId: row.insight_id,
  text: textOf(row),
  layouts: JSON.parse(row.layouts),
  color: row.color,
  settings: JSON.parse(row.settings),
  deleted: row.deleted === 1,
  resultKey: row.answer_key,
})

function textOf(row: Selectable<MetadataSchema['dashboard_tile']>): TileText | null {
  const { text_body: body, text_created_by: createdBy, text_modified_by: modifiedBy, text_modified_at } = row
  if (body === null || createdBy === null || modifiedBy === null || text_modified_at === null) return null
  return { body, createdBy, modifiedBy, modifiedAt: text_modified_at }
}

/**
 * Removes the live tiles of a deleted dashboard. They are marked, so that restoring the dashboard brings
 * back only these.
 */
export async function removeTiles(transaction: Metadata, dashboardId: number): Promise<void> {
  await transaction
    .updateTable('dashboard_tile')
    .set({ deleted: 1, is_removed_with_dashboard: 1 })
    .where('dashboard_id', '=', dashboardId)
    .where(isLiveTile)
    .execute()
}

/**
 * Brings back the tiles that {@link removeTiles} removed. Tiles of insights that were deleted since then
 * stay removed.
 */
export async function restoreTiles(transaction: Metadata, dashboardId: number): Promise<void> {
  await transaction
    .updateTable('dashboard_tile')
    .set({ deleted: 0, is_removed_with_dashboard: 0 })
    .where('dashboard_id', '=', dashboardId)
    .where('is_removed_with_dashboard', '=', 1)
    .execute()
}
