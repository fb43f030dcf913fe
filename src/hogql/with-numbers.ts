import { RequestError } from '#shared/request-error.ts'
import type { HogqlExpression } from './expression.ts'
import { type NumericProperties, propertiesIn, propertyName } from './numeric-properties.ts'
import { parseHogql } from './parse-hogql.ts'

/**
 * Returns the expression with the properties among `numbers` as numbers. If an expression is valid only
 * with these properties as text, it stays unchanged, so that the data never decides which questions are
 * possible.
 */
export function withNumbers(expression: HogqlExpression, numbers: NumericProperties): HogqlExpression {
  const reads = propertiesIn(expression.root).some((property) => numbers.has(propertyName(property)))
  if (!reads) return expression
  const aggregates = expression.isAggregate ? 'possible' : 'refused'
  return orElse(() => parseHogql(expression.text, [], { aggregates, numbers }), expression)
}

/** Returns the value of `make`, or `other` if `make` refuses the request. */
export function orElse<Value>(make: () => Value, other: Value): Value {
  try {
    return make()
  } catch (error) {
    if (error instanceof RequestError) return other
    throw error
  }
}
