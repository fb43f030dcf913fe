import type { z } from 'zod'
import type { DashboardBody, DashboardListItem } from '#contract/dashboard.ts'
import type { InsightBody } from '#contract/insight.ts'
import type { Role } from '#contract/roles.ts'
import { toUserBody } from '#http/access/user-body.ts'
import { privilegeLevelOf, RESTRICTION_LEVELS } from '#http/server/roles.ts'
import type { User } from '#metadata/access/user-store.ts'
import type { Dashboard, DashboardTile } from '#metadata/dashboards/dashboard.ts'

export const toDashboardListItem = (
  dashboard: Dashboard,
  users: ReadonlyMap<number, User>,
  { role }: { readonly role: Role },
): z.infer<typeof DashboardListItem> => {
  const creator = users.get(dashboard.createdBy)
  return {
    id: dashboard.id,
    name: dashboard.name,
    description: dashboard.description,
    pinned: dashboard.pinned,
    created_at: dashboard.createdAt,
    created_by: creator === undefined ? null : toUserBody(creator),
    updated_at: dashboard.updatedAt,
    is_shared: false,
    deleted: dashboard.deleted,
    creation_mode: 'default',
    filters: dashboard.filters,
    variables: {},
    tags: [...dashboard.tags],
    restriction_level: RESTRICTION_LEVELS.everyone,
    effective_restriction_level: RESTRICTION_LEVELS.everyone,
    effective_privilege_level: privilegeLevelOf(role),
  }
}

/** The body of a dashboard. `tiles` are in order, each with the body of its insight on this dashboard. */
export const toDashboardBody = (
  dashboard: Dashboard,
  users: ReadonlyMap<number, User>,
  tiles: readonly { tile: DashboardTile; insight: InsightBody }[],
  reader: { readonly role: Role },
): DashboardBody => ({
  ...toDashboardListItem(dashboard, users, reader),
  tiles: tiles.map(({ tile, insight }, order) => ({
    id: tile.id,
    order,
    layouts: tile.layouts,
    color: tile.color,
    insight,
    is_cached: insight.is_cached,
    last_refresh: insight.last_refresh,
    text: null,
    deleted: tile.deleted,
  })),
})
