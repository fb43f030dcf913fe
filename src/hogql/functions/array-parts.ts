import { type Fragment, numeral, sql } from '#fragments/fragment.ts'
import { HOGQL_LIMITS } from '#hogql/limits.ts'
import {
  at,
  type FunctionDefinition,
  type FunctionTable,
  literalOf,
  type Parameter,
  plain,
  wholeOf,
} from './definition.ts'

const NEVER = { nulls: 'never' } as const
const MOST = numeral(HOGQL_LIMITS.elements)

const reshaped = (of: (array: Fragment) => Fragment): FunctionDefinition =>
  plain(['array'], 'array', (args) => of(at(args, 0)), NEVER)
const two = (
  second: Parameter,
  result: FunctionDefinition['result'],
  of: (array: Fragment, other: Fragment) => Fragment,
): FunctionDefinition => plain(['array', second], result, (args) => of(at(args, 0), at(args, 1)), NEVER)
const place = (of: (lambda: Fragment, array: Fragment) => Fragment): FunctionDefinition =>
  plain(
    [{ lambda: 'boolean' }, 'array'],
    'number',
    (args) => sql`toFloat64(${of(at(args, 0), at(args, 1))})`,
    NEVER,
  )
const sortedBy = (of: (lambda: Fragment, array: Fragment) => Fragment): FunctionDefinition =>
  plain([{ lambda: 'any' }, 'array'], 'array', (args) => of(at(args, 0), at(args, 1)), NEVER)

/** Returns the numbers of an array, with 0 for missing ones, so that every element keeps its index. */
const numbers = (of: Fragment) => sql`arrayMap(v -> ifNull(v, 0), ${of})`
const overNumbers = (
  result: FunctionDefinition['result'],
  of: (array: Fragment) => Fragment,
): FunctionDefinition => plain(['number[]'], result, (args) => of(numbers(at(args, 0))), NEVER)

/** Cuts an array to the limit, for functions whose result is longer than their arguments. */
const within = (array: Fragment) => sql`arraySlice(${array}, 1, ${MOST})`
const joined = (_: unknown, growths: readonly number[]) => growths.reduce((sum, growth) => sum + growth, 0)
const END = { literal: 'whole', least: 0, most: HOGQL_LIMITS.elements } as const

/** Functions that compare arrays, make them longer or shorter, and count in them. */
export const ARRAY_PARTS: FunctionTable = {
  hasAll: two('same array', 'boolean', (a, b) => sql`hasAll(${a}, ${b})`),
  hasAny: two('same array', 'boolean', (a, b) => sql`hasAny(${a}, ${b})`),
  hasSubstr: two('same array', 'boolean', (a, b) => sql`hasSubstr(${a}, ${b})`),
  arrayIntersect: two('same array', 'array', (a, b) => sql`arraySort(arrayIntersect(${a}, ${b}))`),
  arrayConcat: {
    required: ['array'],
    rest: 'same array',
    result: 'array',
    nulls: 'never',
    growth: joined,
    sql: (args) => within(args.reduce((all, array) => sql`arrayConcat(${all}, ${array})`)),
  },
  arrayPushBack: {
    ...two('element', 'array', (a, value) => within(sql`arrayPushBack(${a}, ${value})`)),
    growth: joined,
  },
  arrayPushFront: {
    ...two('element', 'array', (a, value) => within(sql`arrayPushFront(${a}, ${value})`)),
    growth: joined,
  },
  arrayPopBack: reshaped((a) => sql`arrayPopBack(${a})`),
  arrayPopFront: reshaped((a) => sql`arrayPopFront(${a})`),
  arrayCompact: reshaped((a) => sql`arrayCompact(${a})`),
  arrayUniq: plain(['array'], 'number', (args) => sql`toFloat64(arrayUniq(${at(args, 0)}))`, NEVER),
  countEqual: two('element', 'number', (a, value) => sql`toFloat64(countEqual(${a}, ${value}))`),
  arrayEnumerate: plain(
    ['array'],
    'number[]',
    (args) => sql`arrayMap(v -> toFloat64(v), arrayEnumerate(${at(args, 0)}))`,
    NEVER,
  ),
  /** `range(end)`: the numbers from 0 up to `end`, without `end`. */
  range: plain([END], 'number[]', (_, nodes) => rangeOf(0, Number(literalOf(nodes, 0))), NEVER),
  arrayLast: plain(
    [{ lambda: 'boolean' }, 'array'],
    'element',
    (args) => sql`arrayLastOrNull(${at(args, 0)}, ${at(args, 1)})`,
    { nulls: 'always' },
  ),
  arrayFirstIndex: place((lambda, array) => sql`arrayFirstIndex(${lambda}, ${array})`),
  arrayLastIndex: place((lambda, array) => sql`arrayLastIndex(${lambda}, ${array})`),
  arrayCumSum: overNumbers('number[]', (array) => sql`arrayCumSum(${array})`),
  arrayDifference: overNumbers('number[]', (array) => sql`arrayDifference(${array})`),
  arrayProduct: overNumbers('number', (array) => sql`arrayProduct(${array})`),
  /** `arraySort` and `arrayReverseSort` with a lambda. */
  arraySortBy: sortedBy((lambda, array) => sql`arraySort(${lambda}, ${array})`),
  arrayReverseSortBy: sortedBy((lambda, array) => sql`arrayReverseSort(${lambda}, ${array})`),
}

const rangeOf = (from: number, to: number): Fragment =>
  sql`arrayMap(v -> toFloat64(v), range(${wholeOf(from)}, ${wholeOf(to)}))`
