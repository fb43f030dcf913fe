import type { FastifyReply } from 'fastify'
import type { DashboardBody } from '#contract/dashboard.ts'
import type { InsightBody } from '#contract/insight.ts'
import type { SharedRange } from '#contract/shared-range.ts'
import { toDashboardBody } from '#http/dashboards/dashboard-body.ts'
import { type DashboardDeps, placedOn, shownTiles } from '#http/dashboards/dashboard-with-results.ts'
import { type PlacedInsight, placeOnDashboard } from '#http/insights/insight-on-dashboard.ts'
import { insightAt, type ShownInsight } from '#http/insights/insight-with-result.ts'
import { eachWithResult } from '#http/insights/insights-with-results.ts'
import { RESTRICTION_LEVELS } from '#http/server/roles.ts'
import { overrideSaved } from '#insights/questions/override-saved.ts'
import type { Dashboard, DashboardTile } from '#metadata/dashboards/dashboard.ts'
import type { Project } from '#metadata/projects/project-store.ts'
import type { SharingStore } from '#metadata/sharing/sharing-store.ts'
import { overrideBy } from './shared-dates.ts'
import {
  askedText,
  type SharedInsightDeps,
  sharedOptions,
  visitorOf,
  visitorsBody,
} from './shared-insight.ts'

export interface SharedDashboardDeps extends SharedInsightDeps, DashboardDeps {
  readonly dashboardSharing: Pick<SharingStore, 'byToken'>
}
export interface SharedDashboard {
  readonly dashboard: Dashboard
  readonly project: Project
  readonly mayChangeDates: boolean
}

/**
 * Finds the dashboard that a link shows. Null if the link is unknown or disabled, or if the dashboard is
 * deleted.
 */
export async function findSharedDashboard(
  deps: SharedDashboardDeps,
  token: string,
): Promise<SharedDashboard | null> {
  const place = await deps.dashboardSharing.byToken(token)
  if (place === null) return null
  const project = await deps.projects.byId(place.projectId)
  const dashboard = await deps.dashboards.find(place.projectId, place.itemId)
  return project === null || dashboard === null || dashboard.deleted ? null : { ...place, project, dashboard }
}

/** A dashboard as visitors see it. */
export interface ShownDashboard {
  readonly dashboard: Dashboard
  /** The tiles in their order on the dashboard. */
  readonly tiles: readonly DashboardTile[]
  /** The insights on the tiles, by their ids. */
  readonly insights: ReadonlyMap<number, ShownInsight>
}

/**
 * Returns a dashboard as visitors see it. The tiles show `range`; if it is null, they show the dates that
 * the dashboard has.
 */
export async function dashboardForVisitors(
  deps: SharedDashboardDeps,
  { dashboard, project }: Pick<SharedDashboard, 'project' | 'dashboard'>,
  reply: FastifyReply,
  range: SharedRange | null = null,
): Promise<ShownDashboard> {
  const tiles = await deps.dashboards.tilesOn(dashboard.id)
  const onTiles = await placedOn(deps, { dashboard, tiles })
  const placed =
    range === null
      ? onTiles
      : onTiles.map((one) => ({
          ...one,
          override: overrideBy(range, overrideSaved(one.insight, dashboard.filters)),
        }))
  const shown = await eachWithResult(
    placed,
    (one) => sharedOptions(deps, askedText(queryOf(one), range), reply),
    (one, options) => insightAt(deps, { ...placeOnDashboard(deps, project, one), isPublic: true }, options),
    async (one) => one,
  )
  return { dashboard, tiles, insights: new Map(shown.map((one) => [one.insight.id, one])) }
}

/** Returns the body of a dashboard in the form that visitors may see, which names no users. */
export async function visitorsDashboardBody(
  { dashboard, tiles, insights }: ShownDashboard,
  project: Project,
): Promise<DashboardBody> {
  const bodies = new Map<number, InsightBody>()
  for (const [id, shown] of insights) bodies.set(id, await visitorsBody(shown, project))
  return {
    ...toDashboardBody(dashboard, new Map(), shownTiles(tiles, bodies), visitorOf(project)),
    effective_restriction_level: RESTRICTION_LEVELS.named,
  }
}

const queryOf = ({ insight, dashboard }: PlacedInsight) =>
  `${insight.id} ${insight.lastModifiedAt} on ${dashboard.id} ${dashboard.updatedAt}`
