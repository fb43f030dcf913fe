import type { z } from 'zod'
import type { DashboardBody, DashboardListItem } from '#contract/dashboard.ts'
import type { DashboardTileBody } from '#contract/dashboard-tile.ts'
import type { InsightBody } from '#contract/insight.ts'
import type { Role } from '#contract/roles.ts'
import { toUserBody } from '#http/access/user-body.ts'
import { privilegeLevelOf, RESTRICTION_LEVELS } from '#http/server/roles.ts'
import type { User } from '#metadata/access/user-store.ts'
import type { Dashboard, DashboardTile, TileText } from '#metadata/dashboards/dashboard.ts'

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
    is_shared: dashboard.isShared,
    deleted: dashboard.deleted,
    creation_mode: 'default',
    filters: dashboard.filters,
    variables: {},
    breakdown_colors: listOf(dashboard.settings.breakdown_colors),
    data_color_theme_id: numberOf(dashboard.settings.data_color_theme_id),
    tags: [...dashboard.tags],
    restriction_level: RESTRICTION_LEVELS.everyone,
    effective_restriction_level: RESTRICTION_LEVELS.everyone,
    effective_privilege_level: privilegeLevelOf(role),
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const flagOf = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)

/** A tile. `insight` is the body of its insight as the dashboard shows it; null if the tile shows a text. */
export interface ShownTile {
  readonly tile: DashboardTile
  readonly insight: InsightBody | null
}

/** Returns the body of a dashboard. `tiles` are in order. */
export const toDashboardBody = (
  dashboard: Dashboard,
  users: ReadonlyMap<number, User>,
  tiles: readonly ShownTile[],
  reader: { readonly role: Role },
): DashboardBody => ({
  ...toDashboardListItem(dashboard, users, reader),
  tiles: tiles.map((shown, order) => toTileBody(shown, users, order)),
})

function toTileBody(
  { tile, insight }: ShownTile,
  users: ReadonlyMap<number, User>,
  order: number,
): DashboardTileBody {
  return {
    id: tile.id,
    order,
    layouts: tile.layouts,
    color: tile.color,
    show_description: flagOf(tile.settings.show_description),
    transparent_background: flagOf(tile.settings.transparent_background),
    insight,
    is_cached: insight?.is_cached ?? false,
    last_refresh: insight?.last_refresh ?? null,
    text: tile.text && toTextBody(tile.id, tile.text, users),
    deleted: tile.deleted,
  }
}

function toTextBody(id: number, text: TileText, users: ReadonlyMap<number, User>) {
  const userBody = (userId: number) => {
    const user = users.get(userId)
    return user === undefined ? null : toUserBody(user)
  }
  return {
    id,
    body: text.body,
    created_by: userBody(text.createdBy),
    last_modified_at: text.modifiedAt,
    last_modified_by: userBody(text.modifiedBy),
  }
}
