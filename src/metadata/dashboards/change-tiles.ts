import type { Metadata } from '#metadata/database/schema.ts'
import type { Writing } from '#metadata/insights/insight-store.ts'
import { isoInstant } from '#shared/clock.ts'
import { doesNotExist, invalid } from '#shared/request-error.ts'
import type { TileChange } from './dashboard.ts'
import { allTiles } from './dashboard-tiles.ts'
import { requireFewTiles } from './live-tiles.ts'

/**
 * Changes tiles of a dashboard that is not deleted, in the given order. Other tiles stay as they are.
 * @throws RequestError before anything is written: `does_not_exist` for a tile of another dashboard and for
 * an insight that is unknown, deleted or of another project; `invalid_input` for a text of a tile that
 * shows an insight.
 * @throws RequestError `max_length` if the dashboard would have too many tiles.
 */
export async function changeTiles(
  transaction: Metadata,
  writing: Writing,
  dashboardId: number,
  changes: readonly TileChange[],
): Promise<void> {
  if (changes.length === 0) return
  await requireChangeable(transaction, writing.projectId, dashboardId, changes)
  for (const change of changes) {
    const tileId = await tileIdOf(transaction, writing, dashboardId, change)
    await changeTile(transaction, writing, tileId, change)
  }
  await requireFewTiles(transaction, [dashboardId], 'tiles')
}

async function requireChangeable(
  transaction: Metadata,
  projectId: number,
  dashboardId: number,
  changes: readonly TileChange[],
): Promise<void> {
  const rows = await allTiles(transaction, dashboardId)
    .select(['dashboard_tile.id', 'dashboard_tile.insight_id'])
    .execute()
  const insightOf = new Map(rows.map((row) => [row.id, row.insight_id]))
  const named = changes.flatMap(({ of }) => ('insightId' in of ? [of.insightId] : []))
  const live = await liveAmong(transaction, projectId, named)
  for (const { of, text } of changes) {
    if ('insightId' in of && !live.has(of.insightId)) throw doesNotExist(of.insightId, 'tiles')
    if (!('tileId' in of)) continue
    const insightId = insightOf.get(of.tileId)
    if (insightId === undefined) throw doesNotExist(of.tileId, 'tiles')
    if (insightId !== null && text !== undefined)
      throw invalid(
        'invalid_input',
        `Tile ${of.tileId} shows an insight, so it has no text: leave the text out.`,
        'tiles',
      )
  }
}

/** Returns which of these ids belong to insights of the project that are not deleted. */
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

/** Returns the id of the tile that a change is about. A missing tile is created. */
async function tileIdOf(
  transaction: Metadata,
  writing: Writing,
  dashboardId: number,
  { of }: TileChange,
): Promise<number> {
  if ('tileId' in of) return of.tileId
  const shown =
    'insightId' in of
      ? { insight_id: of.insightId }
      : { text_body: of.newText, text_created_by: writing.userId, ...modified(writing) }
  const created = await transaction
    .insertInto('dashboard_tile')
    .values({ dashboard_id: dashboardId, layouts: '{}', ...shown })
    .onConflict((conflict) => conflict.columns(['dashboard_id', 'insight_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (created !== undefined || !('insightId' in of)) return created?.id ?? 0
  const { id } = await transaction
    .selectFrom('dashboard_tile')
    .select('id')
    .where('dashboard_id', '=', dashboardId)
    .where('insight_id', '=', of.insightId)
    .executeTakeFirstOrThrow()
  return id
}

const modified = ({ userId, nowMs }: Writing) => ({
  text_modified_by: userId,
  text_modified_at: isoInstant(nowMs),
})

async function changeTile(
  transaction: Metadata,
  writing: Writing,
  tileId: number,
  { of, text, layouts, color, settings, deleted }: TileChange,
): Promise<void> {
  const place = transaction.updateTable('dashboard_tile').where('id', '=', tileId)
  // A text that a client sends back unchanged does not count as modified.
  if (text !== undefined)
    await place
      .set({ text_body: text, ...modified(writing) })
      .where('text_body', '!=', text)
      .execute()
  const look = {
    ...(layouts !== undefined && { layouts: JSON.stringify(layouts) }),
    ...(color !== undefined && { color }),
    ...(settings !== undefined && { settings: await settingsWith(transaction, tileId, settings) }),
  }
  if (Object.keys(look).length > 0) await place.set(look).execute()
  if (deleted === true) await place.set({ deleted: 1 }).execute()
  // `deleted` is null if a tile was never removed, and then stays null. Only a removed tile gets 0 here.
  else if (deleted === false || 'insightId' in of)
    await place.set({ deleted: 0 }).where('deleted', '=', 1).execute()
}

/** Returns the JSON of a tile's settings after the given settings are merged in. */
async function settingsWith(
  transaction: Metadata,
  tileId: number,
  given: Readonly<Record<string, unknown>>,
): Promise<string> {
  const row = await transaction
    .selectFrom('dashboard_tile')
    .select('settings')
    .where('id', '=', tileId)
    .executeTakeFirstOrThrow()
  return JSON.stringify({ ...JSON.parse(row.settings), ...given })
}
