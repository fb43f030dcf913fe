import type { Metadata } from '#metadata/database/schema.ts'
import { copiedValues, emptyValues } from '#metadata/fields.ts'
import { recordChange, recordCreation } from '#metadata/insights/activity-store.ts'
import type { FindListedAs } from '#metadata/insights/insight.ts'
import type { Writing } from '#metadata/insights/insight-store.ts'
import { clearShownResults } from '#metadata/insights/insight-tiles.ts'
import { listPage } from '#metadata/list-page.ts'
import { replaceTags } from '#metadata/tags.ts'
import { isoInstant } from '#shared/clock.ts'
import { doesNotExist } from '#shared/request-error.ts'
import { changeTiles } from './change-tiles.ts'
import { copyTiles, copyTilesWithInsights } from './copy-tiles.ts'
import {
  type CopySource,
  DASHBOARD_FIELDS,
  type Dashboard,
  type DashboardFields,
  type DashboardTile,
  dashboardChanges,
  type TileChange,
} from './dashboard.ts'
import { dashboardColumns, toDashboards } from './dashboard-rows.ts'
import { removeTiles, restoreTiles, tileOf, tilesOn } from './dashboard-tiles.ts'

export interface DashboardListOptions {
  readonly limit: number
  readonly offset: number
  /** A part of the name, the description or a tag, whatever the case of its letters. */
  readonly search?: string | undefined
  readonly pinned?: boolean | undefined
  /** True lists the deleted dashboards. By default the dashboards that are not deleted are listed. */
  readonly deleted?: boolean | undefined
  readonly isLastFirst?: boolean | undefined
}
export type DashboardChange = Partial<DashboardFields> & { readonly tiles?: readonly TileChange[] }

export interface DashboardStore {
  /**
   * Creates a dashboard. If `copyOf` is given, its tiles are copied, and so are its values of the fields
   * that `fields` leaves out. Everything happens in one transaction.
   * @throws RequestError `does_not_exist` on `use_dashboard` if the dashboard to copy is unknown, deleted or
   * of another project; `does_not_exist` on `tiles` if an insight is; `max_length` on `tiles` for too many
   * tiles.
   */
  create(writing: Writing, fields: DashboardChange, copyOf: CopySource | null): Promise<Dashboard>
  /** Returns a page of the matching dashboards, oldest first unless `isLastFirst`. */
  list(projectId: number, page: DashboardListOptions): Promise<{ count: number; dashboards: Dashboard[] }>
  /** Returns a dashboard, whether deleted or not; null if it is unknown or of another project. */
  find(projectId: number, id: number): Promise<Dashboard | null>
  /**
   * Returns the live tiles of a dashboard, oldest first. The caller has checked the project of the
   * dashboard.
   */
  tilesOn(dashboardId: number): Promise<DashboardTile[]>
  /**
   * Returns a dashboard that is not deleted, and its live tile that shows the insight; null if there is no
   * such dashboard or tile.
   */
  placeOf(
    projectId: number,
    dashboardId: number,
    insightId: number,
  ): Promise<{ dashboard: Dashboard; tile: DashboardTile } | null>
  /**
   * Changes the given fields, settings, tags and tiles and adds an entry to the log, in one transaction.
   * Deleting a dashboard removes its tiles; restoring the dashboard brings these tiles back. Returns null
   * for an unknown dashboard, and for a deleted one unless the change restores it.
   * @throws RequestError `does_not_exist` on `tiles`, like `create`.
   */
  update(writing: Writing, id: number, change: DashboardChange): Promise<Dashboard | null>
}

export function createDashboardStore(metadata: Metadata, listedAs: FindListedAs): DashboardStore {
  return {
    create: (writing, fields, copyOf) =>
      metadata.transaction().execute((transaction) => create(transaction, listedAs, writing, fields, copyOf)),
    list: (projectId, page) => list(metadata, projectId, page),
    find: (projectId, id) => find(metadata, projectId, id),
    tilesOn: (dashboardId) => tilesOn(metadata, dashboardId),
    async placeOf(projectId, dashboardId, insightId) {
      const dashboard = await find(metadata, projectId, dashboardId)
      if (dashboard === null || dashboard.deleted) return null
      const tile = await tileOf(metadata, dashboardId, insightId)
      return tile === null ? null : { dashboard, tile }
    },
    update: (writing, id, change) =>
      metadata.transaction().execute((transaction) => update(transaction, writing, id, change)),
  }
}

const EMPTY: DashboardFields = { ...emptyValues(DASHBOARD_FIELDS), tags: [] }

async function create(
  transaction: Metadata,
  listedAs: FindListedAs,
  writing: Writing,
  { tiles = [], ...given }: DashboardChange,
  copyOf: CopySource | null,
): Promise<Dashboard> {
  const source = copyOf === null ? EMPTY : await sourceOf(transaction, writing.projectId, copyOf.dashboardId)
  const copied = { ...EMPTY, ...copiedValues(DASHBOARD_FIELDS, source), tags: source.tags }
  const fields = { ...copied, ...given, settings: { ...copied.settings, ...given.settings } }
  const now = isoInstant(writing.nowMs)
  const { id } = await transaction
    .insertInto('dashboard')
    .values({
      ...dashboardColumns(fields),
      project_id: writing.projectId,
      created_at: now,
      created_by: writing.userId,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await replaceTags(transaction, 'dashboard', id, fields.tags)
  if (copyOf?.withInsights)
    await copyTilesWithInsights(transaction, listedAs, writing, copyOf.dashboardId, id)
  else if (copyOf !== null) await copyTiles(transaction, copyOf.dashboardId, id)
  await changeTiles(transaction, writing, id, tiles)
  const dashboard = await get(transaction, writing.projectId, id)
  await recordCreation(transaction, writing, 'Dashboard', dashboard)
  return dashboard
}

async function sourceOf(transaction: Metadata, projectId: number, id: number): Promise<Dashboard> {
  const source = await find(transaction, projectId, id)
  if (source !== null && !source.deleted) return source
  throw doesNotExist(id, 'use_dashboard')
}

async function list(
  database: Metadata,
  projectId: number,
  { pinned, deleted = false, ...page }: DashboardListOptions,
) {
  let matching = database
    .selectFrom('dashboard')
    .where('project_id', '=', projectId)
    .where('deleted', '=', Number(deleted))
  if (pinned !== undefined) matching = matching.where('pinned', '=', Number(pinned))
  const { count, rows } = await listPage(database, matching, page)
  return { count, dashboards: await toDashboards(database, rows) }
}

async function find(database: Metadata, projectId: number, id: number): Promise<Dashboard | null> {
  const row = await database
    .selectFrom('dashboard')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : ((await toDashboards(database, [row]))[0] ?? null)
}

async function get(database: Metadata, projectId: number, id: number): Promise<Dashboard> {
  const dashboard = await find(database, projectId, id)
  if (dashboard === null) throw new Error(`Dashboard ${id} vanished while it was written`)
  return dashboard
}

async function update(
  transaction: Metadata,
  writing: Writing,
  id: number,
  { tiles, ...change }: DashboardChange,
): Promise<Dashboard | null> {
  const before = await find(transaction, writing.projectId, id)
  if (before === null || (before.deleted && change.deleted === undefined)) return null
  const settings = { ...before.settings, ...change.settings }
  await transaction
    .updateTable('dashboard')
    .set({ ...dashboardColumns({ ...before, ...change, settings }), updated_at: isoInstant(writing.nowMs) })
    .where('id', '=', id)
    .execute()
  if (change.tags !== undefined) await replaceTags(transaction, 'dashboard', id, change.tags)
  if (change.filters !== undefined) await clearShownResults(transaction, 'dashboard_id', id)
  if (before.deleted && !change.deleted) await restoreTiles(transaction, id)
  if (tiles !== undefined) await changeTiles(transaction, writing, id, tiles)
  if (change.deleted === true) await removeTiles(transaction, id)
  const after = await get(transaction, writing.projectId, id)
  await recordChange(transaction, writing, 'Dashboard', before, after, dashboardChanges(before, after))
  return after
}
