/**
 * A calculation over series, which are counted from 0: `A` is 0. It is plain JSON, so equal calculations
 * have equal JSON.
 */
export type Formula =
  | { readonly number: number }
  | { readonly series: number }
  | { readonly negated: Formula }
  | { readonly operator: Operator; readonly left: Formula; readonly right: Formula }

export const OPERATORS = ['+', '-', '*', '/', '^'] as const
export type Operator = (typeof OPERATORS)[number]

/**
 * Computes the result for one value of each series; a series without a value is 0. An impossible
 * calculation (a division by zero, the root of a negative number, a number too large for a double) makes
 * the whole result 0, wherever it stands in the formula. The result is finite, and never -0.
 */
export function evaluateFormula(formula: Formula, values: readonly number[]): number {
  const result = resultOf(formula, values)
  return Number.isFinite(result) && result !== 0 ? result : 0
}

/**
 * Returns how many numbers, series and calculations a formula has. This is what it costs to compute the
 * formula for one value of each series.
 */
export function stepsOf(formula: Formula): number {
  if ('negated' in formula) return 1 + stepsOf(formula.negated)
  return 'operator' in formula ? 1 + stepsOf(formula.left) + stepsOf(formula.right) : 1
}

// NaN stands for an impossible calculation. Infinity cannot, because it could become a number again: 1 /
// Infinity is 0.
function resultOf(formula: Formula, values: readonly number[]): number {
  if ('number' in formula) return formula.number
  if ('series' in formula) return values[formula.series] ?? 0
  if ('negated' in formula) return -resultOf(formula.negated, values)
  const left = resultOf(formula.left, values)
  const right = resultOf(formula.right, values)
  // NaN is returned here, before the power, because NaN ** 0 is 1.
  if (Number.isNaN(left)) return left
  const result = calculate(formula.operator, left, right)
  return Number.isFinite(result) ? result : Number.NaN
}

function calculate(operator: Operator, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '/':
      return left / right
    case '^':
      return left ** right
  }
}
