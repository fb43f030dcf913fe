import type { HogqlExpression } from '#hogql/expression.ts'

/** The actors that a question counts: persons, groups of one type, or the values of an expression. */
export type Aggregation =
  | { readonly of: 'person' }
  /** `groupTypeIndex` is the index of the group type, 0 to 4. */
  | { readonly of: 'group'; readonly groupTypeIndex: number }
  | { readonly of: 'expression'; readonly expression: HogqlExpression }
