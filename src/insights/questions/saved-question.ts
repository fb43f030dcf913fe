import { DEFAULT_INSIGHT } from '#contract/insight-kinds.ts'
import { isJsonObject } from '#shared/json-value.ts'

/**
 * The question of an insight in the forms in which it was saved, unchecked. A `query` that is not null
 * decides.
 */
export interface SavedQuestion {
  readonly filters: unknown
  readonly query: unknown
}

/**
 * Whether an insight has a question: it can be saved without one. The filters in its body then have only
 * the name of a trend.
 */
export const isAsked = ({ query, filters }: SavedQuestion): boolean =>
  query !== null || (isJsonObject(filters) && Object.entries(filters).some(isAskedFor))

const isAskedFor = ([name, value]: [string, unknown]): boolean =>
  name !== 'insight' || String(value).toUpperCase() !== DEFAULT_INSIGHT
