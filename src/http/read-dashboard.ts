import type { Dashboard, DashboardTile } from '../metadata/dashboard.ts'
import type { DashboardStore } from '../metadata/dashboard-store.ts'
import { withDashboardFilters } from '../query/dashboard-filters.ts'
import { notFound } from '../shared/request-error.ts'
import { type DashboardBody, toDashboardBody } from './contract/dashboard.ts'
import type { ComputedFields, InsightBody } from './contract/insight.ts'
import { bodiesOf, type InsightReadDeps } from './read-insight.ts'

export interface DashboardReadDeps extends InsightReadDeps {
  readonly dashboards: DashboardStore
}

/** The number of a dashboard in a path. @throws RequestError `not_found` for what none can have. */
export function dashboardIdOf(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw notFound()
}

/** @throws RequestError `not_found` for an unknown, a foreign and a deleted dashboard alike. */
export async function liveDashboard(
  deps: DashboardReadDeps,
  projectId: number,
  id: string,
): Promise<Dashboard> {
  const dashboard = await deps.dashboards.find(projectId, dashboardIdOf(id))
  if (dashboard === null || dashboard.deleted) throw notFound()
  return dashboard
}

/** A dashboard with its tiles and the last answers of their insights. Nothing is computed. */
export async function readDashboard(
  deps: DashboardReadDeps,
  dashboard: Dashboard,
  computedFields: ComputedFields,
): Promise<DashboardBody> {
  const tiles = await deps.dashboards.tilesOn(dashboard.id)
  const bodies = await insightsOn(deps, dashboard, tiles, computedFields)
  const users = await deps.users.byIds([dashboard.createdBy])
  const shown = tiles.flatMap((tile) => {
    const insight = bodies.get(tile.insightId)
    return insight === undefined ? [] : [{ tile, insight }]
  })
  return toDashboardBody(dashboard, users, shown)
}

/** The insights of these tiles as the dashboard asks them, by id. */
async function insightsOn(
  deps: DashboardReadDeps,
  dashboard: Dashboard,
  tiles: readonly DashboardTile[],
  computedFields: ComputedFields,
): Promise<ReadonlyMap<number, InsightBody>> {
  const ids = tiles.map((tile) => tile.insightId)
  const saved = [...(await deps.insights.byIds(dashboard.projectId, ids)).values()]
  const asked = saved.map((insight) => ({ ...insight, ...withDashboardFilters(insight, dashboard.filters) }))
  const changed = new Set(
    asked.flatMap((insight, i) =>
      insight.filters === saved[i]?.filters && insight.query === saved[i]?.query ? [] : [insight.id],
    ),
  )
  // An answer to the insight's own question is none to the dashboard's.
  const results = {
    ...deps.results,
    byInsightIds: (some: readonly number[]) =>
      deps.results.byInsightIds(some.filter((id) => !changed.has(id))),
  }
  const bodies = await bodiesOf({ ...deps, results }, asked, computedFields)
  return new Map(asked.map((insight, i) => [insight.id, bodies[i] as InsightBody]))
}
