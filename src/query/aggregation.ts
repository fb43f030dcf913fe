import type { HogqlExpression } from '#hogql/expression.ts'

/** The actors that a question counts: persons, groups of a type, or the values of an expression. */
export type Aggregation =
  | { readonly of: 'person' }
  /** The index of the type, 0 to 4. */
  | { readonly of: 'group'; readonly groupTypeIndex: number }
  | { readonly of: 'expression'; readonly expression: HogqlExpression }
