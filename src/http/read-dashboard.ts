import type { AskedProject } from '../insights/ask.ts'
import type { Dashboard, DashboardTile } from '../metadata/dashboard.ts'
import type { DashboardStore } from '../metadata/dashboard-store.ts'
import type { Insight } from '../metadata/insight.ts'
import { withDashboardFilters } from '../query/dashboard-filters.ts'
import { notFound } from '../shared/request-error.ts'
import { type DashboardBody, toDashboardBody } from './contract/dashboard.ts'
import type { ComputedFields, InsightBody } from './contract/insight.ts'
import { bodiesOf, type InsightReadDeps, type ReadOptions, readAt } from './read-insight.ts'

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
  const saved = await deps.insights.byIds(
    dashboard.projectId,
    tiles.map((tile) => tile.insightId),
  )
  const asked = tiles.flatMap((tile) => {
    const insight = saved.get(tile.insightId)
    return insight === undefined ? [] : [onDashboard({ insight, dashboard, tile })]
  })
  const bodies = await bodiesOf(deps, asked, computedFields)
  return new Map(asked.map((insight, i) => [insight.id, bodies[i] as InsightBody]))
}

interface Placed {
  readonly insight: Insight
  readonly dashboard: Dashboard
  readonly tile: DashboardTile
}

/** The insight as its dashboard asks it, with the answer that was last shown there. */
function onDashboard({ insight, dashboard, tile }: Placed): Insight {
  const asked = withDashboardFilters(insight, dashboard.filters)
  const isSame = asked.filters === insight.filters && asked.query === insight.query
  // An answer to the insight's own question is none to another.
  return { ...insight, ...asked, answerKey: tile.answerKey ?? (isSame ? insight.answerKey : null) }
}

/** One insight as it stands on a dashboard, with its look there. Computed now where that is asked. */
export async function readOnDashboard(
  deps: DashboardReadDeps,
  project: AskedProject,
  placed: Placed,
  options: ReadOptions,
  computedFields: ComputedFields,
): Promise<InsightBody> {
  const { insight, dashboard, tile } = placed
  const place = {
    project,
    insight: onDashboard(placed),
    point: (key: string) => deps.answerPointers.ofTile(insight, dashboard, key),
  }
  const body = await readAt(deps, place, options, computedFields)
  return { ...body, color: tile.color, layouts: tile.layouts }
}
