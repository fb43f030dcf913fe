export type Path = readonly PropertyKey[]

/** A path as the `attr` of an error: nested names are joined with two underscores. */
export const attrOf = (path: Path): string => path.map(String).join('__')

/**
 * The path at which the sender of a question wrote a field of its node: `at('dateRange', 'date_from')` is
 * `['query', 'dateRange', 'date_from']` for a sender of nodes and `['date_from']` for a sender of flat parameters.
 */
export type Places = (...field: Path) => Path

/** The places of a node whose path is `prefix`. */
export const placesIn =
  (prefix: Path): Places =>
  (...field) => [...prefix, ...field]
