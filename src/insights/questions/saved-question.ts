import { DEFAULT_INSIGHT } from '#contract/insight-kinds.ts'
import { isJsonObject } from '#shared/json-value.ts'

/**
 * The question of an insight in the forms in which it was saved, unchecked. If `query` is not null, it is
 * the question, and `filters` are not.
 */
export interface SavedQuestion {
  readonly filters: unknown
  readonly query: unknown
}

/**
 * Whether an insight has a question. An insight can be saved without one; the filters in its body then only
 * name the kind trends.
 */
export const isAsked = ({ query, filters }: SavedQuestion): boolean =>
  query !== null || (isJsonObject(filters) && Object.entries(filters).some(isAskedFor))

const isAskedFor = ([name, value]: [string, unknown]): boolean =>
  name !== 'insight' || String(value).toUpperCase() !== DEFAULT_INSIGHT
