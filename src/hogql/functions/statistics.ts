import { type Fragment, join, numeral, sql, text } from '#fragments/fragment.ts'
import { finite } from '#fragments/number-in-text.ts'
import { isOfTime } from '#hogql/expression.ts'
import { at, type FunctionDefinition, type FunctionTable, literalOf, plain, textOf } from './definition.ts'

const ALWAYS = { nulls: 'always', isAggregate: true } as const
const NEVER = { nulls: 'never', isAggregate: true } as const
/** The engine returns NaN for the spread of a single value. The result here is null. */
const SPREAD = { ...ALWAYS, shown: finite } as const

const nullable = (args: readonly Fragment[], index = 0) => sql`toNullable(${at(args, index)})`

const ofOne = (of: (a: Fragment) => Fragment): FunctionDefinition =>
  plain(['number'], 'number', (args) => of(nullable(args)), SPREAD)
const ofOneIf = (of: (a: Fragment, condition: Fragment) => Fragment): FunctionDefinition =>
  plain(['number', 'boolean'], 'number', (args) => of(nullable(args), at(args, 1)), SPREAD)
const ofTwo = (of: (a: Fragment, b: Fragment) => Fragment): FunctionDefinition =>
  plain(['number', 'number'], 'number', (args) => of(nullable(args), nullable(args, 1)), SPREAD)

const MODES = ['default', 'strict_deduplication', 'strict_order', 'strict_increase', 'strict_once'] as const
const WINDOW = { literal: 'whole', least: 0, most: Number.MAX_SAFE_INTEGER } as const

// The engine requires whole numbers from 0 on, so instants before 1970 are shifted into that range.
const placeInTime = (of: Fragment, isInstant: boolean): Fragment =>
  isInstant
    ? sql`toUInt64(toUnixTimestamp64Milli(${of}) + 10000000000000)`
    : sql`accurateCastOrNull(floor(${of}), 'UInt64')`

/**
 * The window is in seconds if the time is an instant. If the time is a number, the window is in the unit of
 * this number.
 */
const windowFunnel: FunctionDefinition = {
  required: [WINDOW, { literal: 'choice', choices: MODES }, 'time or number', 'boolean'],
  rest: 'boolean',
  result: 'number',
  ...NEVER,
  problem: (nodes) => (nodes.length - 3 > MOST_STEPS ? `has more than ${MOST_STEPS} steps` : null),
  sql: ([, , time, ...steps], nodes) => {
    const isInstant = isOfTime(at(nodes, 2))
    const window = Number(literalOf(nodes, 0))
    const length = numeral(isInstant ? Math.min(window * 1_000, Number.MAX_SAFE_INTEGER) : window)
    const mode = textOf(nodes, 1)
    const parameters = mode === 'default' ? length : sql`${length}, ${text(mode)}`
    return sql`windowFunnel(${parameters})(${join([placeInTime(at([time], 0), isInstant), ...steps], sql`, `)})`
  },
  shown: (of) => sql`toFloat64(ifNull(${of}, 0))`,
}
const MOST_STEPS = 32

/**
 * Functions that show how values are spread, and which steps of a sequence the rows of a group have
 * reached.
 */
export const STATISTICS: FunctionTable = {
  stddevPop: ofOne((a) => sql`stddevPopStable(${a})`),
  stddevPopIf: ofOneIf((a, condition) => sql`stddevPopStableIf(${a}, ${condition})`),
  stddevSamp: ofOne((a) => sql`stddevSampStable(${a})`),
  stddevSampIf: ofOneIf((a, condition) => sql`stddevSampStableIf(${a}, ${condition})`),
  varPop: ofOne((a) => sql`varPopStable(${a})`),
  varPopIf: ofOneIf((a, condition) => sql`varPopStableIf(${a}, ${condition})`),
  varSamp: ofOne((a) => sql`varSampStable(${a})`),
  varSampIf: ofOneIf((a, condition) => sql`varSampStableIf(${a}, ${condition})`),
  covarPop: ofTwo((a, b) => sql`covarPopStable(${a}, ${b})`),
  covarSamp: ofTwo((a, b) => sql`covarSampStable(${a}, ${b})`),
  corr: ofTwo((a, b) => sql`corrStable(${a}, ${b})`),
  avgWeighted: ofTwo((a, weight) => sql`avgWeighted(${a}, ${weight})`),
  windowFunnel,
}
