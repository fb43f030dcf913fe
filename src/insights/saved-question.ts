import { isJsonObject } from '#shared/json-value.ts'

/** The question of an insight in the forms that it was saved in, unchecked. A `query` that is not null decides. */
export interface SavedQuestion {
  readonly filters: unknown
  readonly query: unknown
}

/** Whether there is a question: an insight can be saved without one. */
export const isAsked = ({ query, filters }: SavedQuestion): boolean =>
  query !== null || (isJsonObject(filters) && Object.keys(filters).length > 0)
