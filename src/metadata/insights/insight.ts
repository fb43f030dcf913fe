import type { Tile } from './insight-tiles.ts'

/** An insight as it is kept. `filters` and `query` are JSON values exactly as they were sent. */
export interface Insight {
  readonly id: number
  readonly projectId: number
  readonly shortId: string
  readonly name: string | null
  readonly derivedName: string | null
  readonly description: string
  readonly filters: unknown
  readonly query: unknown
  readonly order: number | null
  readonly deleted: boolean
  readonly saved: boolean
  readonly favorited: boolean
  readonly isSample: boolean
  readonly tags: readonly string[]
  /** Where it stands, on dashboards that are there. */
  readonly tiles: readonly Tile[]
  readonly createdAt: string
  readonly createdBy: number
  readonly updatedAt: string
  readonly lastModifiedAt: string
  readonly lastModifiedBy: number
  /** The answer that was last shown for it, or null. */
  readonly answerKey: string | null
}

/** What can be written of an insight. */
export type InsightFields = Pick<
  Insight,
  | 'name'
  | 'derivedName'
  | 'description'
  | 'filters'
  | 'query'
  | 'order'
  | 'deleted'
  | 'saved'
  | 'favorited'
  | 'tags'
> & {
  /** The dashboards that show it: all of them. */
  readonly dashboards: readonly number[]
}
