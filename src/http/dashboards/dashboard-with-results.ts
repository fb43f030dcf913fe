import type { DashboardBody } from '#contract/dashboard.ts'
import type { InsightBody } from '#contract/insight.ts'
import { type AskedOverride, overridden } from '#http/insights/asked-override.ts'
import type { Reader } from '#http/insights/insight-body.ts'
import {
  type InsightDeps,
  type InsightPlace,
  insightAt,
  type ResultOptions,
} from '#http/insights/insight-with-result.ts'
import { insightsAt } from '#http/insights/insights-with-results.ts'
import { pathNumber } from '#http/server/path-number.ts'
import type { QuestionProject } from '#insights/answering/question.ts'
import { overrideSaved } from '#insights/questions/override-saved.ts'
import { type Dashboard, type DashboardTile, isInsightTile } from '#metadata/dashboards/dashboard.ts'
import type { DashboardStore } from '#metadata/dashboards/dashboard-store.ts'
import type { Insight } from '#metadata/insights/insight.ts'
import { notFound } from '#shared/request-error.ts'
import { type ShownTile, toDashboardBody } from './dashboard-body.ts'

export interface DashboardDeps extends InsightDeps {
  readonly dashboards: DashboardStore
}

/** @throws RequestError `not_found` for a dashboard that is unknown, deleted or of another project. */
export async function findLiveDashboard(
  deps: DashboardDeps,
  projectId: number,
  id: string,
): Promise<Dashboard> {
  const dashboard = await deps.dashboards.find(projectId, pathNumber(id))
  if (dashboard === null || dashboard.deleted) throw notFound()
  return dashboard
}

/** Returns the body of a dashboard, with results of its insights as new as the options require. */
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

/** Returns tiles together with the bodies of their insights. `bodies` has them by the ids of the insights. */
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
 * Returns the bodies of the insights on tiles, computed with the filters of the dashboard, by the id of the
 * insight.
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

/** Returns the insights on tiles, each with its place. */
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

export interface PlacedInsight {
  readonly insight: Insight
  /** An override for this request only, which applies after the filters of the dashboard. */
  readonly override?: AskedOverride | undefined
  readonly dashboard: Dashboard
  readonly tile: DashboardTile
}

/** Returns the insight with the filters of the dashboard, and with the result that was last shown there. */
function onDashboard({ insight, dashboard, tile, override }: PlacedInsight): Insight {
  const asked = overrideSaved(insight, dashboard.filters)
  const isSame = asked.filters === insight.filters && asked.query === insight.query
  // With filters of the dashboard the insight has another query, so its own result does not belong to it.
  const resultKey = tile.resultKey ?? (isSame ? insight.resultKey : null)
  const placed = { ...insight, ...asked, resultKey }
  return override === undefined ? placed : overridden(placed, override)
}

/** Returns the body of an insight on a dashboard, with the colour and layouts of its tile. */
export async function insightOnDashboard(
  deps: DashboardDeps,
  project: QuestionProject,
  placed: PlacedInsight,
  options: ResultOptions,
  reader: Reader,
): Promise<InsightBody> {
  const { color, layouts } = placed.tile
  return {
    ...(await insightAt(deps, placeOnDashboard(deps, project, placed), options, reader)),
    color,
    layouts,
  }
}

export const placeOnDashboard = (
  deps: DashboardDeps,
  project: QuestionProject,
  placed: PlacedInsight,
): InsightPlace => ({
  project,
  insight: onDashboard(placed),
  point: async (key) => {
    if (placed.override === undefined) await deps.shownResults.ofTile(placed.insight, placed.dashboard, key)
  },
})

/**
 * Returns the body of an insight with other filters for one request. The result is not stored as the
 * insight's own.
 */
export const overriddenInsight = (
  deps: DashboardDeps,
  project: QuestionProject,
  { insight, override }: { readonly insight: Insight; readonly override: AskedOverride },
  options: ResultOptions,
  reader: Reader,
): Promise<InsightBody> =>
  insightAt(
    deps,
    { project, insight: overridden(insight, override), point: async () => undefined },
    options,
    reader,
  )
