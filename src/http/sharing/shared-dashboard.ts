import type { FastifyReply } from 'fastify'
import type { DashboardBody } from '#contract/dashboard.ts'
import type { SharedRange } from '#contract/shared-range.ts'
import { toDashboardBody } from '#http/dashboards/dashboard-body.ts'
import {
  type DashboardDeps,
  type PlacedInsight,
  placedOn,
  placeOnDashboard,
  shownTiles,
} from '#http/dashboards/dashboard-with-results.ts'
import { insightAt } from '#http/insights/insight-with-result.ts'
import { eachWithResult } from '#http/insights/insights-with-results.ts'
import { RESTRICTION_LEVELS } from '#http/server/roles.ts'
import { overrideSaved } from '#insights/questions/override-saved.ts'
import type { Dashboard } from '#metadata/dashboards/dashboard.ts'
import type { Project } from '#metadata/projects/project-store.ts'
import type { SharingStore } from '#metadata/sharing/sharing-store.ts'
import { overrideBy } from './shared-dates.ts'
import {
  askedText,
  type SharedInsightDeps,
  sharedOptions,
  visitorOf,
  withoutUsers,
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
 * Finds the dashboard of a link; null for a link that is unknown or disabled, and for a deleted dashboard.
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

/**
 * Returns the body of a dashboard that visitors may see. It has no users. Its tiles have the results with
 * the dashboard's own filters, or for another range.
 */
export async function sharedDashboardBody(
  deps: SharedDashboardDeps,
  { dashboard, project }: Pick<SharedDashboard, 'project' | 'dashboard'>,
  reply: FastifyReply,
  range: SharedRange | null = null,
): Promise<DashboardBody> {
  const tiles = await deps.dashboards.tilesOn(dashboard.id)
  const onTiles = await placedOn(deps, { dashboard, tiles })
  const placed =
    range === null
      ? onTiles
      : onTiles.map((one) => ({
          ...one,
          override: overrideBy(range, overrideSaved(one.insight, dashboard.filters)),
        }))
  const bodies = await eachWithResult(
    placed,
    (one) => sharedOptions(deps, askedText(queryOf(one), range), reply),
    (one, options) =>
      insightAt(
        deps,
        { ...placeOnDashboard(deps, project, one), isPublic: true },
        options,
        visitorOf(project),
      ),
  )
  const byId = new Map(placed.flatMap(({ insight }, i) => [[insight.id, bodies[i]] as const]).filter(isFound))
  const shown = shownTiles(tiles, new Map([...byId].map(([id, body]) => [id, withoutUsers(body)])))
  return {
    ...toDashboardBody(dashboard, new Map(), shown, visitorOf(project)),
    effective_restriction_level: RESTRICTION_LEVELS.named,
  }
}

const isFound = <Key, Body>(pair: readonly [Key, Body | undefined]): pair is readonly [Key, Body] =>
  pair[1] !== undefined

const queryOf = ({ insight, dashboard }: PlacedInsight) =>
  `${insight.id} ${insight.lastModifiedAt} on ${dashboard.id} ${dashboard.updatedAt}`
