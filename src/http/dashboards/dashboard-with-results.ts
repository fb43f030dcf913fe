import type { DashboardBody } from '#contract/dashboard.ts'
import type { InsightBody } from '#contract/insight.ts'
import type { AskedOverride } from '#http/insights/asked-override.ts'
import type { Reader } from '#http/insights/insight-body.ts'
import { type PlacedInsight, placeOnDashboard } from '#http/insights/insight-on-dashboard.ts'
import type { InsightDeps, ResultOptions } from '#http/insights/insight-with-result.ts'
import { insightsAt } from '#http/insights/insights-with-results.ts'
import { pathNumber } from '#http/server/path-number.ts'
import type { QuestionProject } from '#insights/answering/question.ts'
import { type Dashboard, type DashboardTile, isInsightTile } from '#metadata/dashboards/dashboard.ts'
import type { DashboardStore } from '#metadata/dashboards/dashboard-store.ts'
import { notFound } from '#shared/request-error.ts'
import { type ShownTile, toDashboardBody } from './dashboard-body.ts'

export interface DashboardDeps extends InsightDeps {
  readonly dashboards: DashboardStore
}

/**
 * Finds a dashboard.
 * @throws RequestError `not_found` for a dashboard that is unknown, deleted or of another project.
 */
export async function findLiveDashboard(
  deps: DashboardDeps,
  projectId: number,
  id: string,
): Promise<Dashboard> {
  const dashboard = await deps.dashboards.find(projectId, pathNumber(id))
  if (dashboard === null || dashboard.deleted) throw notFound()
  return dashboard
}

/** Returns the body of a dashboard. `options` say how new the results of its insights must be. */
export async function dashboardWithResults(
  deps: DashboardDeps,
  project: QuestionProject,
  dashboard: Dashboard,
  options: ResultOptions,
  reader: Reader,
  override?: AskedOverride,
): Promise<DashboardBody> {
  const tiles = await deps.dashboards.tilesOn(dashboard.id)
  const bodies = await insightsOn(deps, { project, dashboard, tiles, override }, options, reader)
  const authors = tiles.flatMap(({ text }) => (text === null ? [] : [text.createdBy, text.modifiedBy]))
  const users = await deps.users.byIds([...new Set([dashboard.createdBy, ...authors])])
  return toDashboardBody(dashboard, users, shownTiles(tiles, bodies), reader)
}

/**
 * Returns tiles together with the bodies of their insights. `bodies` maps the id of an insight to its body.
 */
export const shownTiles = (
  tiles: readonly DashboardTile[],
  bodies: ReadonlyMap<number, InsightBody>,
): ShownTile[] =>
  tiles.flatMap((tile): ShownTile[] => {
    if (!isInsightTile(tile)) return [{ tile, insight: null }]
    const insight = bodies.get(tile.insightId)
    return insight === undefined ? [] : [{ tile, insight }]
  })

interface TilesOfDashboard {
  readonly project: QuestionProject
  readonly dashboard: Dashboard
  readonly tiles: readonly DashboardTile[]
  readonly override?: AskedOverride | undefined
}

/**
 * Returns the bodies of the insights on tiles, computed with the filters of the dashboard. The keys are the
 * ids of the insights.
 */
async function insightsOn(
  deps: DashboardDeps,
  { project, dashboard, tiles, override }: TilesOfDashboard,
  options: ResultOptions,
  reader: Reader,
): Promise<ReadonlyMap<number, InsightBody>> {
  const placed = await placedOn(deps, { dashboard, tiles, override })
  const places = placed.map((one) => placeOnDashboard(deps, project, one))
  const bodies = await insightsAt(deps, places, options, reader)
  return new Map(placed.map(({ insight }, i) => [insight.id, bodies[i] as InsightBody]))
}

/** Returns the insights on tiles, each with its dashboard, its tile and the override of this request. */
export async function placedOn(
  deps: DashboardDeps,
  { dashboard, tiles, override }: Omit<TilesOfDashboard, 'project'>,
): Promise<PlacedInsight[]> {
  const ofInsights = tiles.filter(isInsightTile)
  const saved = await deps.insights.byIds(
    dashboard.projectId,
    ofInsights.map((tile) => tile.insightId),
  )
  return ofInsights.flatMap((tile) => {
    const insight = saved.get(tile.insightId)
    return insight === undefined ? [] : [{ insight, dashboard, tile, override }]
  })
}
