/**
 * The largest expressions that are computed. The depth keeps parser, printer and the engine's own parser far from the end of
 * their stacks, the cost keeps the engine's planning short.
 */
export const HOGQL_LIMITS = {
  characters: 5_000,
  depth: 32,
  /** Of a whole SELECT statement. */
  statementCharacters: 50_000,
  /** Tables and queries in all FROM clauses of a statement, a query of WITH as often as it is named. */
  sources: 32,
  /** As `cost`, of all expressions of a statement. */
  statementCost: 3_000,
  /** Operators, functions, fields and values; an operand that the engine copies counts for each copy. */
  cost: 600,
  /** How many times as long as the texts that it reads a result may be. */
  growth: 100,
  /** Elements of an array that is made of text. */
  elements: 1_000,
  /** Elements of an array that an aggregate makes of many rows. */
  aggregatedElements: 10_000,
  /** The number of an interval, and of places and lengths in texts and arrays. */
  wholeNumber: 100_000,
} as const
