import type { Selectable } from 'kysely'
import type { Metadata, MetadataSchema } from '#metadata/database/schema.ts'
import { doesNotExist } from '#shared/request-error.ts'
import type { DashboardTile, TileChange } from './dashboard.ts'
import { isLiveTile, requireFewTiles } from './live-tiles.ts'

/** The live tiles of a dashboard, oldest first. The caller has checked the project of the dashboard. */
export async function tilesOn(database: Metadata, dashboardId: number): Promise<DashboardTile[]> {
  const rows = await liveTiles(database, dashboardId).selectAll('dashboard_tile').execute()
  return rows.map(toTile)
}

/** The live tile of an insight on a dashboard; null where there is none. */
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

/** The rows of {@link tilesOn}, to select from. */
export const liveTiles = (database: Metadata, dashboardId: number) =>
  allTiles(database, dashboardId).where(isLiveTile).orderBy('dashboard_tile.id')

// The tiles of a deleted insight do not come back.
const allTiles = (database: Metadata, dashboardId: number) =>
  database
    .selectFrom('dashboard_tile')
    .innerJoin('insight', 'insight.id', 'dashboard_tile.insight_id')
    .where('dashboard_tile.dashboard_id', '=', dashboardId)
    .where('insight.deleted', '=', 0)

const toTile = (row: Selectable<MetadataSchema['dashboard_tile']>): DashboardTile => ({
  id: row.id,
  insightId: row.insight_id,
  layouts: JSON.parse(row.layouts),
  color: row.color,
  deleted: row.deleted === null ? null : row.deleted === 1,
  resultKey: row.answer_key,
})

/**
 * Changes tiles of a dashboard that is not deleted, in this order; other tiles stay as they are.
 * @throws RequestError `does_not_exist` for a tile of another dashboard and for an insight that is unknown, deleted or
 * another project's, before anything is written; `max_length` where the dashboard would have too many tiles.
 */
export async function changeTiles(
  transaction: Metadata,
  projectId: number,
  dashboardId: number,
  changes: readonly TileChange[],
): Promise<void> {
  if (changes.length === 0) return
  const rows = await allTiles(transaction, dashboardId)
    .select(['dashboard_tile.id', 'dashboard_tile.insight_id'])
    .execute()
  const insightOf = new Map(rows.map((row) => [row.id, row.insight_id]))
  const named = changes.flatMap(({ of }) => ('insightId' in of ? [of.insightId] : []))
  const live = await liveAmong(transaction, projectId, named)
  const known = changes.map((change) => {
    const { of } = change
    if ('insightId' in of && live.has(of.insightId)) return { insightId: of.insightId, change }
    const insightId = 'tileId' in of ? insightOf.get(of.tileId) : undefined
    if (insightId === undefined) throw doesNotExist('tileId' in of ? of.tileId : of.insightId, 'tiles')
    return { insightId, change }
  })
  for (const { insightId, change } of known) await changeTile(transaction, dashboardId, insightId, change)
  await requireFewTiles(transaction, [dashboardId], 'tiles')
}

/** The insights of the project among these that are not deleted. */
async function liveAmong(
  transaction: Metadata,
  projectId: number,
  insightIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (insightIds.length === 0) return new Set()
  const rows = await transaction
    .selectFrom('insight')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', [...insightIds])
    .where('deleted', '=', 0)
    .execute()
  return new Set(rows.map((row) => row.id))
}

async function changeTile(
  transaction: Metadata,
  dashboardId: number,
  insightId: number,
  { of, layouts, color, deleted }: TileChange,
): Promise<void> {
  if ('insightId' in of)
    await transaction
      .insertInto('dashboard_tile')
      .values({ dashboard_id: dashboardId, insight_id: insightId, layouts: '{}' })
      .onConflict((conflict) => conflict.columns(['dashboard_id', 'insight_id']).doNothing())
      .execute()
  const place = transaction
    .updateTable('dashboard_tile')
    .where('dashboard_id', '=', dashboardId)
    .where('insight_id', '=', insightId)
  const look = {
    ...(layouts !== undefined && { layouts: JSON.stringify(layouts) }),
    ...(color !== undefined && { color }),
  }
  if (Object.keys(look).length > 0) await place.set(look).execute()
  if (deleted === true) await place.set({ deleted: 1 }).execute()
  // Null says that a tile was never removed: only a removed tile becomes 0.
  else if (deleted === false || 'insightId' in of)
    await place.set({ deleted: 0 }).where('deleted', '=', 1).execute()
}

/** Removes the live tiles of a deleted dashboard, marked so that restoring the dashboard brings back only these. */
export async function removeTiles(transaction: Metadata, dashboardId: number): Promise<void> {
  await transaction
    .updateTable('dashboard_tile')
    .set({ deleted: 1, is_removed_with_dashboard: 1 })
    .where('dashboard_id', '=', dashboardId)
    .where(isLiveTile)
    .execute()
}

/** Brings back the tiles that {@link removeTiles} removed, without those of insights that were deleted since. */
export async function restoreTiles(transaction: Metadata, dashboardId: number): Promise<void> {
  await transaction
    .updateTable('dashboard_tile')
    .set({ deleted: 0, is_removed_with_dashboard: 0 })
    .where('dashboard_id', '=', dashboardId)
    .where('is_removed_with_dashboard', '=', 1)
    .execute()
}
