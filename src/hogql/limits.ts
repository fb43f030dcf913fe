/**
 * The largest expressions that are computed. The limit of depth keeps the parser, the printer and the
 * engine's own parser far from the end of their stacks. The limit of cost keeps the engine's planning
 * short.
 */
export const HOGQL_LIMITS = {
  characters: 5_000,
  depth: 32,
  /** Characters of a whole SELECT statement. */
  statementCharacters: 50_000,
  /**
   * Tables and queries in all FROM clauses of a statement. A query of WITH counts as often as it is named.
   */
  sources: 32,
  /** The cost of all expressions of a statement together, counted like `cost`. */
  statementCost: 3_000,
  /**
   * Operators, functions, fields and values of an expression. If the engine copies an operand, each copy
   * counts.
   */
  cost: 600,
  /** Largest length of a result, divided by the length of the texts that are read for it. */
  growth: 100,
  /** Elements of an array that is made from a text. */
  elements: 1_000,
  /** Elements of an array that an aggregate makes from many rows. */
  aggregatedElements: 10_000,
  /** Largest count in an interval, and largest position or length in a text or an array. */
  wholeNumber: 100_000,
} as const
