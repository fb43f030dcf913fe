import type { DashboardBody } from '#contract/dashboard.ts'
import type { InsightBody } from '#contract/insight.ts'
import type { Role } from '#contract/roles.ts'
import {
  bodiesOf,
  type InsightReadDeps,
  type ReadOptions,
  type ReadPlace,
  readAt,
} from '#http/insights/read-insight.ts'
import { readEach } from '#http/insights/read-many.ts'
import { pathNumber } from '#http/server/path-number.ts'
import type { QuestionProject } from '#insights/answering/question.ts'
import { overrideSaved } from '#insights/override-saved.ts'
import type { Dashboard, DashboardTile } from '#metadata/dashboards/dashboard.ts'
import type { DashboardStore } from '#metadata/dashboards/dashboard-store.ts'
import type { Insight } from '#metadata/insights/insight.ts'
import { notFound } from '#shared/request-error.ts'
import { toDashboardBody } from './dashboard-body.ts'

export interface DashboardReadDeps extends InsightReadDeps {
  readonly dashboards: DashboardStore
}

/** @throws RequestError `not_found` for an unknown, a foreign and a deleted dashboard alike. */
export async function liveDashboard(
  deps: DashboardReadDeps,
  projectId: number,
  id: string,
): Promise<Dashboard> {
  const dashboard = await deps.dashboards.find(projectId, pathNumber(id))
  if (dashboard === null || dashboard.deleted) throw notFound()
  return dashboard
}

/** A dashboard with its tiles, and their insights with answers as new as is asked for. */
export async function readDashboard(
  deps: DashboardReadDeps,
  project: QuestionProject,
  dashboard: Dashboard,
  options: ReadOptions,
  role: Role,
): Promise<DashboardBody> {
  const tiles = await deps.dashboards.tilesOn(dashboard.id)
  const bodies = await insightsOn(deps, { project, dashboard, tiles }, options, role)
  const users = await deps.users.byIds([dashboard.createdBy])
  const shown = tiles.flatMap((tile) => {
    const insight = bodies.get(tile.insightId)
    return insight === undefined ? [] : [{ tile, insight }]
  })
  return toDashboardBody(dashboard, users, shown, { role })
}

interface TilesOfDashboard {
  readonly project: QuestionProject
  readonly dashboard: Dashboard
  readonly tiles: readonly DashboardTile[]
}

/** The insights of these tiles as the dashboard asks them, by id. */
async function insightsOn(
  deps: DashboardReadDeps,
  { project, dashboard, tiles }: TilesOfDashboard,
  options: ReadOptions,
  role: Role,
): Promise<ReadonlyMap<number, InsightBody>> {
  const saved = await deps.insights.byIds(
    dashboard.projectId,
    tiles.map((tile) => tile.insightId),
  )
  const placed = tiles.flatMap((tile) => {
    const insight = saved.get(tile.insightId)
    return insight === undefined ? [] : [{ insight, dashboard, tile }]
  })
  const bodies =
    options.refresh === 'none'
      ? await bodiesOf(deps, placed.map(onDashboard), role)
      : await readEach(placed, options, (one, asked) =>
          readAt(deps, placeOf(deps, project, one), asked, role),
        )
  return new Map(placed.map(({ insight }, i) => [insight.id, bodies[i] as InsightBody]))
}

type Filters = Readonly<Record<string, unknown>>

interface Placed {
  readonly insight: Insight
  /** Filters of this reading alone, over those of the dashboard. */
  readonly override?: Filters | undefined
  readonly dashboard: Dashboard
  readonly tile: DashboardTile
}

/** The insight as its dashboard asks it, with the answer that was last shown there. */
function onDashboard({ insight, dashboard, tile, override }: Placed): Insight {
  const asked = overrideSaved(insight, dashboard.filters)
  if (override !== undefined) return overridden({ ...insight, ...asked }, override)
  const isSame = asked.filters === insight.filters && asked.query === insight.query
  // An answer to the insight's own question is none to another.
  return { ...insight, ...asked, answerKey: tile.answerKey ?? (isSame ? insight.answerKey : null) }
}

/** One insight as it stands on a dashboard, with its look there. Computed now where that is asked. */
export async function readOnDashboard(
  deps: DashboardReadDeps,
  project: QuestionProject,
  placed: Placed,
  options: ReadOptions,
  role: Role,
): Promise<InsightBody> {
  const { color, layouts } = placed.tile
  return { ...(await readAt(deps, placeOf(deps, project, placed), options, role)), color, layouts }
}

const placeOf = (deps: DashboardReadDeps, project: QuestionProject, placed: Placed): ReadPlace => ({
  project,
  insight: onDashboard(placed),
  point: async (key) => {
    if (placed.override === undefined) await deps.answerPointers.ofTile(placed.insight, placed.dashboard, key)
  },
})

/** An insight asked with other filters for this once: no place keeps the answer as its own. */
export const readOverridden = (
  deps: DashboardReadDeps,
  project: QuestionProject,
  { insight, override }: { readonly insight: Insight; readonly override: Filters },
  options: ReadOptions,
  role: Role,
): Promise<InsightBody> =>
  readAt(
    deps,
    { project, insight: overridden(insight, override), point: async () => undefined },
    options,
    role,
  )

const overridden = (insight: Insight, override: Filters): Insight => ({
  ...insight,
  ...overrideSaved(insight, override),
  answerKey: null,
})
