/** The question of an insight in the forms that it was saved in, unchecked. A `query` that is not null decides. */
export interface SavedQuestion {
  readonly filters: unknown
  readonly query: unknown
}
