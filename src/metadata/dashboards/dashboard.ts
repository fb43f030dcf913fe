import { type Fields, FLAG, json, loggedValues, plain, type ValuesOf } from '#metadata/fields.ts'
import type { FieldChange } from '#metadata/insights/activity-store.ts'
import { fieldChanges } from '#metadata/insights/field-changes.ts'

const COPIED = { isLogged: true, isCopied: true }
const OF_THE_ORIGINAL = { isLogged: true, isCopied: false }

/** The fields of a dashboard that its row holds and clients write. */
export const DASHBOARD_FIELDS = {
  name: { column: 'name', ...plain(''), ...COPIED },
  description: { column: 'description', ...plain(''), ...COPIED },
  pinned: { column: 'pinned', ...FLAG, ...OF_THE_ORIGINAL },
  /** Override those of its insights, or add to them. */
  filters: { column: 'filters', ...json<Readonly<Record<string, unknown>>>({}), ...COPIED },
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
}

/** The fields that differ, each with its value before and after. Layouts of tiles are not logged. */
export const dashboardChanges = (before: Dashboard, after: Dashboard): FieldChange[] =>
  fieldChanges('Dashboard', logged(before), logged(after))

function logged(dashboard: Dashboard): Record<string, unknown> {
  const { deleted, ...others } = loggedValues(DASHBOARD_FIELDS, dashboard)
  return { ...others, tags: dashboard.tags, deleted }
}

/** The place of an insight on a dashboard. */
export interface DashboardTile {
  readonly id: number
  readonly insightId: number
  /** A position for each width of the screen, as sent. */
  readonly layouts: Readonly<Record<string, unknown>>
  readonly color: string | null
  /** Null where it was never removed, false where it was and came back. */
  readonly deleted: boolean | null
  /** The key of the cached result that was last shown there, or null. */
  readonly resultKey: string | null
}

/** Changes the given parts of a tile. A tile that is named by its insight is added, or comes back where it was removed. */
export interface TileChange {
  readonly of: { readonly tileId: number } | { readonly insightId: number }
  readonly layouts?: Readonly<Record<string, unknown>> | undefined
  readonly color?: string | null | undefined
  readonly deleted?: boolean | undefined
}

/** A dashboard to copy. `withInsights` also copies its insights. */
export interface CopySource {
  readonly dashboardId: number
  readonly withInsights: boolean
}
