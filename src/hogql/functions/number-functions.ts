import { type Fragment, sql } from '#fragments/fragment.ts'
import { at, type FunctionDefinition, type FunctionTable, literalOf, plain, wholeOf } from './definition.ts'

const one = (of: (a: Fragment) => Fragment): FunctionDefinition =>
  plain(['number'], 'number', (args) => of(at(args, 0)))
const two = (of: (a: Fragment, b: Fragment) => Fragment): FunctionDefinition =>
  plain(['number', 'number'], 'number', (args) => of(at(args, 0), at(args, 1)))
// Sums with dates become other functions: see `check/date-arithmetic.ts`.
const sum = (of: (a: Fragment, b: Fragment) => Fragment): FunctionDefinition => ({
  ...two(of),
  required: ['number or date', 'number or date'],
})
const test = (of: (a: Fragment) => Fragment): FunctionDefinition =>
  plain(['number'], 'boolean', (args) => of(at(args, 0)))
/** Defines a division whose result is zero if the divisor is zero. The SQL has each operand only once. */
const orZero = (of: (a: Fragment, b: Fragment) => Fragment): FunctionDefinition => ({
  ...two(
    (a, b) => sql`arrayMap((n, d) -> if(d = 0, toFloat64(0), ${of(sql`n`, sql`d`)}), [${a}], [${b}])[1]`,
  ),
  nulls: 'always',
})
const PLACES = { literal: 'whole', least: -15, most: 15 } as const

/**
 * Functions of numbers, which are all doubles. A division by zero gives infinity or NaN, and nothing
 * overflows.
 */
export const NUMBER_FUNCTIONS: FunctionTable = {
  plus: sum((a, b) => sql`(${a} + ${b})`),
  minus: sum((a, b) => sql`(${a} - ${b})`),
  multiply: two((a, b) => sql`(${a} * ${b})`),
  divide: two((a, b) => sql`(${a} / ${b})`),
  modulo: two((a, b) => sql`modulo(${a}, ${b})`),
  intDiv: two((a, b) => sql`trunc(${a} / ${b})`),
  abs: one((a) => sql`abs(${a})`),
  sign: one((a) => sql`toFloat64(sign(${a}))`),
  sqrt: one((a) => sql`sqrt(${a})`),
  exp: one((a) => sql`exp(${a})`),
  log: one((a) => sql`log(${a})`),
  log2: one((a) => sql`log2(${a})`),
  log10: one((a) => sql`log10(${a})`),
  pow: two((a, b) => sql`pow(${a}, ${b})`),
  floor: one((a) => sql`floor(${a})`),
  ceil: one((a) => sql`ceil(${a})`),
  round: {
    required: ['number'],
    optional: [PLACES],
    result: 'number',
    sql: (args, nodes) =>
      args.length === 1
        ? sql`round(${at(args, 0)})`
        : sql`round(${at(args, 0)}, ${wholeOf(Number(literalOf(nodes, 1)))})`,
  },
  exp2: one((a) => sql`exp2(${a})`),
  exp10: one((a) => sql`exp10(${a})`),
  cbrt: one((a) => sql`cbrt(${a})`),
  log1p: one((a) => sql`log1p(${a})`),
  sin: one((a) => sql`sin(${a})`),
  cos: one((a) => sql`cos(${a})`),
  tan: one((a) => sql`tan(${a})`),
  asin: one((a) => sql`asin(${a})`),
  acos: one((a) => sql`acos(${a})`),
  atan: one((a) => sql`atan(${a})`),
  atan2: two((a, b) => sql`atan2(${a}, ${b})`),
  hypot: two((a, b) => sql`hypot(${a}, ${b})`),
  degrees: one((a) => sql`degrees(${a})`),
  radians: one((a) => sql`radians(${a})`),
  pi: plain([], 'number', () => sql`pi()`),
  e: plain([], 'number', () => sql`e()`),
  negate: one((a) => sql`negate(${a})`),
  trunc: one((a) => sql`trunc(${a})`),
  intDivOrZero: orZero((a, b) => sql`trunc(${a} / ${b})`),
  moduloOrZero: orZero((a, b) => sql`modulo(${a}, ${b})`),
  positiveModulo: two((a, b) => sql`positiveModulo(${a}, ${b})`),
  isFinite: test((a) => sql`isFinite(${a})`),
  isInfinite: test((a) => sql`isInfinite(${a})`),
  isNaN: test((a) => sql`isNaN(${a})`),
  /** A missing number counts as not finite. */
  ifNotFinite: {
    ...two((a, other) => sql`ifNotFinite(${a}, ${other})`),
    nulls: 'always',
  },
  toInt: one((a) => sql`trunc(${a})`),
  toFloat: one((a) => a),
}
