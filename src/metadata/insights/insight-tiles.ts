import type { NotNull } from 'kysely'
import { isLiveTile, requireFewTiles } from '#metadata/dashboards/live-tiles.ts'
import { IDS_A_STATEMENT } from '#metadata/database/dialect.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { groupBy } from '#shared/group-by.ts'
import { doesNotExist } from '#shared/request-error.ts'
import type { AskedDashboards } from './asked-dashboards.ts'

/** A tile of an insight with its dashboard. */
export interface Tile {
  readonly id: number
  readonly dashboardId: number
  readonly dashboardName: string
  readonly deleted: boolean
}

/**
 * Puts the insight on these dashboards and removes it from all others. A tile that was removed before comes
 * back with its layout and colour. Tiles on deleted dashboards stay as they are. Must be called in the
 * transaction that changes the insight.
 * @throws RequestError `does_not_exist` for a dashboard that is unknown, deleted or of another project,
 * before anything is written; `max_length` for a dashboard that would have too many tiles.
 */
export async function replaceDashboardsOf(
  transaction: Metadata,
  projectId: number,
  insightId: number,
  { ids, field }: AskedDashboards,
): Promise<void> {
  const wanted = new Set(ids)
  await requireDashboards(transaction, projectId, { ids: [...wanted], field })
  const tiles = await transaction
    .selectFrom('dashboard_tile')
    .innerJoin('dashboard', 'dashboard.id', 'dashboard_tile.dashboard_id')
    .select(['dashboard_tile.id', 'dashboard_tile.dashboard_id', 'dashboard_tile.deleted'])
    .where('dashboard_tile.insight_id', '=', insightId)
    .where('dashboard.deleted', '=', 0)
    .execute()
  const isWanted = (tile: { dashboard_id: number }) => wanted.has(tile.dashboard_id)
  const leaving = tiles.filter((tile) => tile.deleted !== 1 && !isWanted(tile))
  const returning = tiles.filter((tile) => tile.deleted === 1 && isWanted(tile))
  const placed = new Set(tiles.map((tile) => tile.dashboard_id))
  await setDeleted(transaction, leaving, 1)
  await setDeleted(transaction, returning, 0)
  const added = [...wanted].filter((id) => !placed.has(id))
  await createTiles(transaction, insightId, added)
  const joined = [...added, ...returning.map((tile) => tile.dashboard_id)]
  await requireFewTiles(transaction, joined, field)
}

async function requireDashboards(
  transaction: Metadata,
  projectId: number,
  { ids, field }: AskedDashboards,
): Promise<void> {
  for (const some of chunksOf(ids, IDS_A_STATEMENT)) {
    const rows = await transaction
      .selectFrom('dashboard')
      .select('id')
      .where('project_id', '=', projectId)
      .where('deleted', '=', 0)
      .where('id', 'in', some)
      .execute()
    const live = new Set(rows.map((row) => row.id))
    const missing = some.find((id) => !live.has(id))
    if (missing !== undefined) throw doesNotExist(missing, field)
  }
}

async function setDeleted(
  transaction: Metadata,
  tiles: readonly { id: number }[],
  deleted: 0 | 1,
): Promise<void> {
  for (const some of chunksOf(tiles, IDS_A_STATEMENT))
    await transaction
      .updateTable('dashboard_tile')
      .set({ deleted })
      .where(
        'id',
        'in',
        some.map((tile) => tile.id),
      )
      .execute()
}

async function createTiles(
  transaction: Metadata,
  insightId: number,
  dashboardIds: readonly number[],
): Promise<void> {
  for (const some of chunksOf(dashboardIds, IDS_A_STATEMENT))
    await transaction
      .insertInto('dashboard_tile')
      .values(some.map((id) => ({ dashboard_id: id, insight_id: insightId, layouts: '{}' })))
      .execute()
}

/**
 * Removes a deleted insight from all dashboards, deleted ones included. Restoring a dashboard does not
 * bring the insight back; restoring the insight does. Must be called in the transaction that deletes the
 * insight.
 */
export async function removeFromDashboards(transaction: Metadata, insightId: number): Promise<void> {
  await transaction
    .updateTable('dashboard_tile')
    .set({ deleted: 1, is_removed_with_dashboard: 0, is_removed_with_insight: 1 })
    .where('insight_id', '=', insightId)
    .where((e) => e.or([isLiveTile, e('is_removed_with_dashboard', '=', 1)]))
    .execute()
}

/**
 * Brings back the tiles that {@link removeFromDashboards} removed. Returns the ids of their dashboards.
 * Must be called in the transaction that restores the insight.
 */
export async function returnToDashboards(transaction: Metadata, insightId: number): Promise<number[]> {
  const rows = await transaction
    .updateTable('dashboard_tile')
    .set({ deleted: 0, is_removed_with_insight: 0 })
    .where('insight_id', '=', insightId)
    .where('is_removed_with_insight', '=', 1)
    .returning('dashboard_id')
    .execute()
  return rows.map((row) => row.dashboard_id)
}

/**
 * Makes tiles forget their cached result, after the query of their insight or the filters of their
 * dashboard have changed.
 */
export async function clearShownResults(
  transaction: Metadata,
  of: 'insight_id' | 'dashboard_id',
  id: number,
): Promise<void> {
  await transaction.updateTable('dashboard_tile').set({ answer_key: null }).where(of, '=', id).execute()
}

/**
 * Returns the live tiles of insights on dashboards that are not deleted, by insight, oldest first. An
 * insight without such a tile is left out. The caller has checked the project of the insights.
 */
export async function tilesOf(
  database: Metadata,
  insightIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Tile[]>> {
  const tiles: { insightId: number; tile: Tile }[] = []
  for (const some of chunksOf(insightIds, IDS_A_STATEMENT)) {
    const rows = await database
      .selectFrom('dashboard_tile')
      .innerJoin('dashboard', 'dashboard.id', 'dashboard_tile.dashboard_id')
      .select([
        'dashboard_tile.id',
        'dashboard_tile.insight_id',
        'dashboard_tile.dashboard_id',
        'dashboard_tile.deleted',
        'dashboard.name',
      ])
      .where('dashboard_tile.insight_id', 'in', some)
      .$narrowType<{ insight_id: NotNull }>()
      .where(isLiveTile)
      .where('dashboard.deleted', '=', 0)
      .orderBy('dashboard_tile.id')
      .execute()
    for (const row of rows) {
      const deleted = row.deleted === 1
      const tile = { id: row.id, dashboardId: row.dashboard_id, dashboardName: row.name, deleted }
      tiles.push({ insightId: row.insight_id, tile })
    }
  }
  return groupBy(
    tiles,
    ({ insightId }) => insightId,
    ({ tile }) => tile,
  )
}
