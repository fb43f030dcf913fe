import { type Fields, FLAG, json, loggedValues, plain, type ValuesOf } from '#metadata/fields.ts'
import type { FieldChange } from '#metadata/insights/activity-store.ts'
import { fieldChanges } from '#metadata/insights/field-changes.ts'

const COPIED = { isLogged: true, isCopied: true }
const UNLOGGED = { isLogged: false, isCopied: true }
const OF_THE_ORIGINAL = { isLogged: true, isCopied: false }

/** The fields of a dashboard that its row holds and clients write. */
export const DASHBOARD_FIELDS = {
  name: { column: 'name', ...plain(''), ...COPIED },
  description: { column: 'description', ...plain(''), ...COPIED },
  pinned: { column: 'pinned', ...FLAG, ...OF_THE_ORIGINAL },
  /** Override those of its insights, or add to them. */
  filters: { column: 'filters', ...json<Readonly<Record<string, unknown>>>({}), ...COPIED },
  /** Of its display, as sent. */
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
  /** Whether it has an enabled link. */
  readonly isShared: boolean
}

/** The fields that differ, each with its value before and after. Layouts of tiles are not logged. */
export const dashboardChanges = (before: Dashboard, after: Dashboard): FieldChange[] =>
  fieldChanges('Dashboard', logged(before), logged(after))

function logged(dashboard: Dashboard): Record<string, unknown> {
  const { deleted, ...others } = loggedValues(DASHBOARD_FIELDS, dashboard)
  return { ...others, tags: dashboard.tags, deleted }
}

/** A text on a dashboard. */
export interface TileText {
  /** Markdown. */
  readonly body: string
  readonly createdBy: number
  readonly modifiedBy: number
  readonly modifiedAt: string
}

/** The place of an insight or of a text on a dashboard. */
export interface DashboardTile {
  readonly id: number
  /** Null for a text. */
  readonly insightId: number | null
  /** Null for an insight. */
  readonly text: TileText | null
  /** A position for each width of the screen, as sent. */
  readonly layouts: Readonly<Record<string, unknown>>
  readonly color: string | null
  /** Of its display, as sent. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly deleted: boolean
  /** The key of the cached result that was last shown there, or null. */
  readonly resultKey: string | null
}
/** The tile of an insight. */
export interface InsightTile extends DashboardTile {
  readonly insightId: number
}
export const isInsightTile = (tile: DashboardTile): tile is InsightTile => tile.insightId !== null

/**
 * Changes the given parts of a tile. A tile that is named by its insight is added, or comes back where it was removed; one of a
 * new text is added.
 */
export interface TileChange {
  readonly of: { readonly tileId: number } | { readonly insightId: number } | { readonly newText: string }
  /** The new body of a text. */
  readonly text?: string | undefined
  readonly layouts?: Readonly<Record<string, unknown>> | undefined
  readonly color?: string | null | undefined
  /** Those that are not given stay as they are. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined
  readonly deleted?: boolean | undefined
}

/** A dashboard to copy. `withInsights` also copies its insights. */
export interface CopySource {
  readonly dashboardId: number
  readonly withInsights: boolean
}
