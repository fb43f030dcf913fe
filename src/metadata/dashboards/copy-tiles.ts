import type { Metadata } from '#metadata/database/schema.ts'
import { copiedValues } from '#metadata/fields.ts'
import { type FindListedAs, INSIGHT_FIELDS } from '#metadata/insights/insight.ts'
import { insightsById } from '#metadata/insights/insight-rows.ts'
import { createInsight, type Writing } from '#metadata/insights/insight-store.ts'
import { newShortId } from '#shared/secrets.ts'
import type { TileChange } from './dashboard.ts'
import { changeTiles, liveTiles, tilesOn } from './dashboard-tiles.ts'

/** Puts the insights of a dashboard on a new one, in the same order with the same layouts and colours. */
export async function copyTiles(transaction: Metadata, fromId: number, toId: number): Promise<void> {
  await transaction
    .insertInto('dashboard_tile')
    .columns(['dashboard_id', 'insight_id', 'layouts', 'color'])
    .expression(
      liveTiles(transaction, fromId).select((e) => [
        e.val(toId).as('dashboard_id'),
        'dashboard_tile.insight_id',
        'dashboard_tile.layouts',
        'dashboard_tile.color',
      ]),
    )
    .execute()
}

/** As {@link copyTiles}, with copies of the insights, created by the user of `writing`. */
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
    tiles.map((tile) => tile.insightId),
  )
  const changes: TileChange[] = []
  for (const { insightId, layouts, color } of tiles) {
    const insight = insights.get(insightId)
    if (insight === undefined) throw new Error(`Insight ${insightId} vanished while it was copied`)
    const fields = { ...copiedValues(INSIGHT_FIELDS, insight), tags: insight.tags, dashboards: [toId] }
    const copy = await createInsight({ transaction, listedAs }, writing, newShortId(), fields)
    changes.push({ of: { insightId: copy.id }, layouts, color })
  }
  await changeTiles(transaction, writing.projectId, toId, changes)
}
