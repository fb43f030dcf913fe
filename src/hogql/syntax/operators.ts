import type { TokenReader } from './token-reader.ts'

/** How strongly operators bind. If operators bind equally, they are read from left to right. */
export const POWERS = {
  ternary: 1,
  or: 2,
  and: 3,
  not: 4,
  coalesce: 5,
  comparison: 7,
  sum: 8,
  product: 9,
  sign: 10,
}
export const BETWEEN_POWER = 6
export const IS_POWER = 6

/** Operators with two operands that are a single token. Each has the function that it calls. */
export const OPERATORS: ReadonlyMap<string, { readonly name: string; readonly power: number }> = new Map([
  ['or', { name: 'or', power: POWERS.or }],
  ['and', { name: 'and', power: POWERS.and }],
  ['??', { name: 'ifNull', power: POWERS.coalesce }],
  ['+', { name: 'plus', power: POWERS.sum }],
  ['-', { name: 'minus', power: POWERS.sum }],
  ['||', { name: 'concat', power: POWERS.sum }],
  ['*', { name: 'multiply', power: POWERS.product }],
  ['/', { name: 'divide', power: POWERS.product }],
  ['%', { name: 'modulo', power: POWERS.product }],
])

const COMPARISONS: readonly (readonly [name: string, ...words: string[]])[] = [
  ['equals', '='],
  ['equals', '=='],
  ['notEquals', '!='],
  ['notEquals', '<>'],
  ['lessOrEquals', '<='],
  ['less', '<'],
  ['greaterOrEquals', '>='],
  ['greater', '>'],
  ['like', 'like'],
  ['notLike', 'not', 'like'],
  ['ilike', 'ilike'],
  ['notILike', 'not', 'ilike'],
  ['in', 'in'],
  ['notIn', 'not', 'in'],
  ['match', '=~'],
  ['notMatch', '!~'],
  ['matchAnyCase', '=~*'],
  ['notMatchAnyCase', '!~*'],
]

/**
 * Takes the operator of a comparison. Returns its function, or null if the next token is no such operator.
 */
export const comparisonAt = (reader: TokenReader): string | null =>
  COMPARISONS.find(([, ...words]) => reader.take(...words))?.[0] ?? null
