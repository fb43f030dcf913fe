/** A formula, as the tree that its text means. */
export type Formula =
  | { readonly number: number }
  /** The index of a series: 0 is `A`. */
  | { readonly series: number }
  | { readonly minus: Formula }
  | { readonly operator: Operator; readonly left: Formula; readonly right: Formula }
export type Operator = '+' | '-' | '*' | '/' | '^'

/**
 * Implements docs/semantics/formulas.md for one number of each series. If any step is impossible (NaN), the
 * whole result is 0.
 */
export function formulaValue(formula: Formula, values: readonly number[]): number {
  const value = resultOf(formula, values)
  return Number.isFinite(value) ? value : 0
}

function resultOf(formula: Formula, values: readonly number[]): number {
  if ('number' in formula) return formula.number
  if ('series' in formula) return values[formula.series] ?? 0
  if ('minus' in formula) return -resultOf(formula.minus, values)
  const [left, right] = [resultOf(formula.left, values), resultOf(formula.right, values)]
  const result = Number.isNaN(left) || Number.isNaN(right) ? Number.NaN : step(formula.operator, left, right)
  return Number.isFinite(result) ? result : Number.NaN
}

function step(operator: Operator, left: number, right: number): number {
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

const STRENGTH = { '+': 1, '-': 1, '*': 2, '/': 2, '^': 4 } as const
const MINUS_STRENGTH = 3

/**
 * Writes a formula with as few brackets as the rules of the document allow. `^` binds to the right, the other
 * operators to the left.
 */
export function formulaText(formula: Formula): string {
  if ('number' in formula) return String(formula.number)
  if ('series' in formula) return String.fromCharCode(65 + formula.series)
  if ('minus' in formula) return `-${within(formula.minus, MINUS_STRENGTH)}`
  const { operator, left, right } = formula
  const strength = STRENGTH[operator]
  const [atLeft, atRight] = operator === '^' ? [strength + 1, strength] : [strength, strength + 1]
  return `${within(left, atLeft)} ${operator} ${within(right, atRight)}`
}

function within(formula: Formula, least: number): string {
  const text = formulaText(formula)
  return strengthOf(formula) < least ? `(${text})` : text
}

function strengthOf(formula: Formula): number {
  if ('minus' in formula) return MINUS_STRENGTH
  return 'operator' in formula ? STRENGTH[formula.operator] : 5
}
