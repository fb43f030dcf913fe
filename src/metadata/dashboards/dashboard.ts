/** A dashboard as it is kept. */
export interface Dashboard {
  readonly id: number
  readonly projectId: number
  readonly name: string
  readonly description: string
  readonly pinned: boolean
  /** What its insights are asked with instead of, or besides, what they say themselves. */
  readonly filters: Readonly<Record<string, unknown>>
  readonly deleted: boolean
  readonly tags: readonly string[]
  readonly createdAt: string
  readonly createdBy: number
  readonly updatedAt: string
}

/** What can be written of a dashboard. */
export type DashboardFields = Pick<
  Dashboard,
  'name' | 'description' | 'pinned' | 'filters' | 'deleted' | 'tags'
>

/** A place on a dashboard, with the insight that stands there. */
export interface DashboardTile {
  readonly id: number
  readonly insightId: number
  /** A place for each width of the screen, as it was sent. */
  readonly layouts: Readonly<Record<string, unknown>>
  readonly color: string | null
  /** Null while it was never removed, false since it came back. */
  readonly deleted: boolean | null
  /** The answer that was last shown there, or null. */
  readonly answerKey: string | null
}

/** Changes the given parts of a tile. One that is named by its insight is made where there is none, and brought back. */
export interface TileChange {
  readonly of: { readonly tileId: number } | { readonly insightId: number }
  readonly layouts?: Readonly<Record<string, unknown>> | undefined
  readonly color?: string | null | undefined
  readonly deleted?: boolean | undefined
}

/** A dashboard to begin with. `withInsights` also copies what stands on it. */
export interface CopySource {
  readonly dashboardId: number
  readonly withInsights: boolean
}
