import { type Fields, FLAG, json, loggedValues, plain, type ValuesOf } from '#metadata/fields.ts'
import type { FieldChange } from '#metadata/insights/activity-store.ts'
import { fieldChanges } from '#metadata/insights/field-changes.ts'

const COPIED = { isLogged: true, isCopied: true }
const UNLOGGED = { isLogged: false, isCopied: true }
const OF_THE_ORIGINAL = { isLogged: true, isCopied: false }

/** The fields of a dashboard that are in its row and that clients write. */
export const DASHBOARD_FIELDS = {
  name: { column: 'name', ...plain(''), ...COPIED },
  description: { column: 'description', ...plain(''), ...COPIED },
  pinned: { column: 'pinned', ...FLAG, ...OF_THE_ORIGINAL },
  /** Filters that override the filters of the insights on the dashboard, or add to them. */
  filters: { column: 'filters', ...json<Readonly<Record<string, unknown>>>({}), ...COPIED },
  /** Settings of the display, as the client sent them. */
  settings: { column: 'settings', ...json<Readonly<Record<string, unknown>>>({}), ...UNLOGGED },
  deleted: { column: 'deleted', ...FLAG, ...OF_THE_ORIGINAL },
} as const satisfies Fields

/** The fields of a dashboard that clients write. */
export interface DashboardFields extends ValuesOf<typeof DASHBOARD_FIELDS> {
  readonly tags: readonly string[]
}
/** A stored dashboard. */
export interface Dashboard extends DashboardFields {
  readonly id: number
  readonly projectId: number
  readonly createdAt: string
  readonly createdBy: number
  readonly updatedAt: string
  /** Whether the dashboard has an enabled link. */
  readonly isShared: boolean
}

/**
 * Returns the logged fields that differ, each with its value before and after. Layouts of tiles are not
 * logged.
 */
export const dashboardChanges = (before: Dashboard, after: Dashboard): FieldChange[] =>
  fieldChanges('Dashboard', logged(before), logged(after))

function logged(dashboard: Dashboard): Record<string, unknown> {
  const { deleted, ...others } = loggedValues(DASHBOARD_FIELDS, dashboard)
  return { ...others, tags: dashboard.tags, deleted }
}

/** A text on a dashboard. */
export interface TileText {
  /** The text in Markdown. */
  readonly body: string
  readonly createdBy: number
  readonly modifiedBy: number
  readonly modifiedAt: string
}

/** A tile: an insight or a text on a dashboard. */
export interface DashboardTile {
  readonly id: number
  /** Null if the tile shows a text. */
  readonly insightId: number | null
  /** Null if the tile shows an insight. */
  readonly text: TileText | null
  /** The position of the tile for each width of the screen, as the client sent it. */
  readonly layouts: Readonly<Record<string, unknown>>
  readonly color: string | null
  /** Settings of the display, as the client sent them. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly deleted: boolean
  /** The key of the cached result that the tile showed last, or null. */
  readonly resultKey: string | null
}
/** A tile that shows an insight. */
export interface InsightTile extends DashboardTile {
  readonly insightId: number
}
export const isInsightTile = (tile: DashboardTile): tile is InsightTile => tile.insightId !== null

/**
 * A change of the given fields of a tile. A tile that is named by its insight is added, or comes back if it
 * was removed. A tile with a new text is added.
 */
export interface TileChange {
  readonly of: { readonly tileId: number } | { readonly insightId: number } | { readonly newText: string }
  /** The new body of a text. */
  readonly text?: string | undefined
  readonly layouts?: Readonly<Record<string, unknown>> | undefined
  readonly color?: string | null | undefined
  /** Settings that are not given stay as they are. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined
  readonly deleted?: boolean | undefined
}

/** A dashboard to copy. With `withInsights`, its insights are copied as well. */
export interface CopySource {
  readonly dashboardId: number
  readonly withInsights: boolean
}
