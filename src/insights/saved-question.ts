import { DEFAULT_INSIGHT } from '#contract/insight-kinds.ts'
import { isJsonObject } from '#shared/json-value.ts'

/** The question of an insight in the forms that it was saved in, unchecked. A `query` that is not null decides. */
export interface SavedQuestion {
  readonly filters: unknown
  readonly query: unknown
}

/** Whether there is a question: an insight can be saved without one. Its body has the name of a trend as its filters then. */
export const isAsked = ({ query, filters }: SavedQuestion): boolean =>
  query !== null || (isJsonObject(filters) && Object.entries(filters).some(isAskedFor))

const isAskedFor = ([name, value]: [string, unknown]): boolean =>
  name !== 'insight' || String(value).toUpperCase() !== DEFAULT_INSIGHT
