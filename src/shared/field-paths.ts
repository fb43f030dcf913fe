export type Path = readonly PropertyKey[]

/** Writes a path as the `attr` of an error: nested names are joined by two underscores. */
export const attrOf = (path: Path): string => path.map(String).join('__')

/**
 * Returns the path at which the sender of a question wrote a field of its node.
 * `at('dateRange', 'date_from')` is `['query', 'dateRange', 'date_from']` for a sender of nodes, and
 * `['date_from']` for a sender of flat parameters.
 */
export type FieldPaths = (...field: Path) => Path

/** Returns the field paths for a node whose own path is `prefix`. */
export const fieldPathsIn =
  (prefix: Path): FieldPaths =>
  (...field) => [...prefix, ...field]
