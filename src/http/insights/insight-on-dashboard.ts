import type { QuestionProject } from '#insights/answering/question.ts'
import { overrideSaved } from '#insights/questions/override-saved.ts'
import type { Dashboard, DashboardTile } from '#metadata/dashboards/dashboard.ts'
import type { Insight } from '#metadata/insights/insight.ts'
import { type AskedOverride, overridden } from './asked-override.ts'
import type { InsightDeps, InsightPlace } from './insight-with-result.ts'

/** An insight on a tile of a dashboard. */
export interface PlacedInsight {
  readonly insight: Insight
  /** An override for this request only. It is applied after the filters of the dashboard. */
  readonly override?: AskedOverride | undefined
  readonly dashboard: Dashboard
  readonly tile: DashboardTile
}

/**
 * Returns the insight with the filters of the dashboard, and with the key of the result that the tile last
 * showed.
 */
function onDashboard({ insight, dashboard, tile, override }: PlacedInsight): Insight {
  const asked = overrideSaved(insight, dashboard.filters)
  const isSame = asked.filters === insight.filters && asked.query === insight.query
  // If the dashboard has filters, the question on the dashboard differs from the question of the insight.
  // Then the result of the insight by itself does not belong to the tile.
  const resultKey = tile.resultKey ?? (isSame ? insight.resultKey : null)
  const placed = { ...insight, ...asked, resultKey }
  return override === undefined ? placed : overridden(placed, override)
}

/** Returns the {@link InsightPlace} of an insight on a dashboard. */
export const placeOnDashboard = (
  deps: InsightDeps,
  project: QuestionProject,
  placed: PlacedInsight,
): InsightPlace => ({
  project,
  insight: onDashboard(placed),
  point: async (key) => {
    if (placed.override === undefined) await deps.shownResults.ofTile(placed.insight, placed.dashboard, key)
  },
})
