import type { Metadata } from '#metadata/database/schema.ts'
import { copiedValues } from '#metadata/fields.ts'
import { type FindListedAs, INSIGHT_FIELDS } from '#metadata/insights/insight.ts'
import { insightsById } from '#metadata/insights/insight-rows.ts'
import { createInsight, type Writing } from '#metadata/insights/insight-store.ts'
import { newShortId } from '#shared/secrets.ts'
import { changeTiles } from './change-tiles.ts'
import { isInsightTile, type TileChange } from './dashboard.ts'
import { liveTiles, tilesOn } from './dashboard-tiles.ts'

const COPIED = [
  'insight_id',
  'text_body',
  'text_created_by',
  'text_modified_by',
  'text_modified_at',
  'layouts',
  'color',
  'settings',
] as const

/**
 * Puts the insights of a dashboard and copies of its texts on a new dashboard, in the same order and with
 * the same look.
 */
export async function copyTiles(transaction: Metadata, fromId: number, toId: number): Promise<void> {
  await transaction
    .insertInto('dashboard_tile')
    .columns(['dashboard_id', ...COPIED])
    .expression(
      liveTiles(transaction, fromId).select((e) => [
        e.val(toId).as('dashboard_id'),
        ...COPIED.map((column) => `dashboard_tile.${column}` as const),
      ]),
    )
    .execute()
}

/** Does what {@link copyTiles} does, but with copies of the insights, created by the user of `writing`. */
export async function copyTilesWithInsights(
  transaction: Metadata,
  listedAs: FindListedAs,
  writing: Writing,
  fromId: number,
  toId: number,
): Promise<void> {
  const tiles = await tilesOn(transaction, fromId)
  const insights = await insightsById(
    transaction,
    writing.projectId,
    tiles.filter(isInsightTile).map((tile) => tile.insightId),
  )
  const changes: TileChange[] = []
  for (const { insightId, text, layouts, color, settings } of tiles) {
    if (text !== null) changes.push({ of: { newText: text.body }, layouts, color, settings })
    if (insightId === null) continue
    const insight = insights.get(insightId)
    if (insight === undefined) throw new Error(`Insight ${insightId} vanished while it was copied`)
    const fields = { ...copiedValues(INSIGHT_FIELDS, insight), tags: insight.tags, dashboards: [toId] }
    const copy = await createInsight({ transaction, listedAs }, writing, newShortId(), fields)
    changes.push({ of: { insightId: copy.id }, layouts, color, settings })
  }
  await changeTiles(transaction, writing, toId, changes)
}
