import {
  type Fields,
  FLAG,
  JSON_OR_NULL,
  json,
  loggedValues,
  plain,
  type ValuesOf,
} from '#metadata/fields.ts'
import type { FieldChange } from './activity-store.ts'
import { fieldChanges } from './field-changes.ts'
import type { Tile } from './insight-tiles.ts'

const LOGGED = { isLogged: true, isCopied: true }
const UNLOGGED = { isLogged: false, isCopied: true }
const OF_THE_ORIGINAL = { isLogged: true, isCopied: false }

/**
 * The fields of an insight that are in its row and that clients write. `filters` and `query` are JSON
 * values as the client sent them.
 */
export const INSIGHT_FIELDS = {
  name: { column: 'name', ...plain<string | null>(null), ...LOGGED },
  derivedName: { column: 'derived_name', ...plain<string | null>(null), ...LOGGED },
  description: { column: 'description', ...plain(''), ...LOGGED },
  filters: { column: 'filters', ...json<unknown>({}), ...LOGGED },
  areFiltersGiven: { column: 'are_filters_given', ...FLAG, ...UNLOGGED },
  query: { column: 'query', ...JSON_OR_NULL, ...LOGGED },
  order: { column: 'sort_order', ...plain<number | null>(null), ...UNLOGGED },
  deleted: { column: 'deleted', ...FLAG, ...OF_THE_ORIGINAL },
  saved: { column: 'saved', ...FLAG, ...UNLOGGED },
  favorited: { column: 'favorited', ...FLAG, ...OF_THE_ORIGINAL },
} as const satisfies Fields

/** Fields whose change updates `lastModified*`. */
export const MODIFYING = ['name', 'description', 'filters', 'query'] as const

interface WithTags {
  readonly tags: readonly string[]
}
/** A saved insight. */
export interface Insight extends ValuesOf<typeof INSIGHT_FIELDS>, WithTags {
  readonly id: number
  readonly projectId: number
  readonly shortId: string
  readonly isSample: boolean
  /** The insight's live tiles on dashboards that are not deleted. */
  readonly tiles: readonly Tile[]
  readonly createdAt: string
  readonly createdBy: number
  readonly updatedAt: string
  readonly lastModifiedAt: string
  readonly lastModifiedBy: number
  /** The key of the cached result that the insight showed last, or null. */
  readonly resultKey: string | null
}

/** The fields of an insight that clients write. */
export interface InsightFields extends ValuesOf<typeof INSIGHT_FIELDS>, WithTags {
  /** The ids of all dashboards that show the insight: the deprecated field `dashboards` of a request. */
  readonly dashboards: readonly number[]
  /** All dashboards that show the insight, as the tiles of the request name them. */
  readonly dashboardTiles: {
    readonly ids: readonly number[]
    /**
     * Whether all tiles of the request have ids. Only a server writes ids, so the client sends back what it
     * read.
     */
    readonly isSentBack: boolean
  }
}

/**
 * The kind and the form of an insight by which lists are filtered. Each is null if the insight has no such
 * kind or form.
 */
export interface ListedAs {
  readonly kind: string | null
  readonly form: 'SQL' | 'JSON' | null
}
/**
 * Finds the kind and the form in the question of an insight. Callers pass this function in, because the
 * metadata does not know the names of kinds.
 */
export type FindListedAs = (saved: Pick<Insight, 'filters' | 'query'>) => ListedAs

/** Returns the logged fields that differ, each with its value before and after. */
export const insightChanges = (before: Insight, after: Insight): FieldChange[] =>
  fieldChanges('Insight', logged(before), logged(after))

const logged = (insight: Insight) => ({
  ...loggedValues(INSIGHT_FIELDS, insight),
  tags: insight.tags,
  dashboards: insight.tiles.map(({ dashboardId: id, dashboardName: name }) => ({ id, name })),
})
