import { type Fragment, numeral, sql, text } from '#fragments/fragment.ts'
import type { HogqlNode } from '#hogql/expression.ts'
import { HOGQL_LIMITS } from '#hogql/limits.ts'
import {
  at,
  type FunctionDefinition,
  type FunctionTable,
  literalOf,
  plain,
  textOf,
  wholeOf,
} from './definition.ts'

const ALWAYS = { nulls: 'always', isAggregate: true } as const
const NEVER = { nulls: 'never', isAggregate: true } as const
const COUNT = { literal: 'whole', least: 1, most: HOGQL_LIMITS.aggregatedElements } as const

const isKnown = (of: Fragment) => sql`isNotNull(${of})`
const both = (a: Fragment, b: Fragment) => sql`${a} AND ${b}`

/**
 * Defines `argMax` or `argMin`. If several rows have the same largest key, the engine takes any of them.
 * Here the row with the largest value is taken, so that the same events give the same answer. For `argMin`,
 * it is the row with the smallest value.
 */
const rowWith = (name: 'argMax' | 'argMin', isConditional: boolean): FunctionDefinition =>
  plain(
    isConditional ? ['value', 'ordered', 'boolean'] : ['value', 'ordered'],
    'value',
    (args) => {
      const [value, key] = [at(args, 0), at(args, 1)]
      const known = both(isKnown(value), isKnown(key))
      const condition = isConditional ? both(known, at(args, 2)) : known
      const order = sql`tuple(assumeNotNull(${key}), assumeNotNull(${value}))`
      return name === 'argMax'
        ? sql`argMaxIf(toNullable(${value}), ${order}, ${condition})`
        : sql`argMinIf(toNullable(${value}), ${order}, ${condition})`
    },
    { ...ALWAYS, copies: 3 },
  )

const ofRows = (of: (value: Fragment) => Fragment): FunctionDefinition =>
  plain(['value'], 'value', (args) => of(sql`toNullable(${at(args, 0)})`), ALWAYS)
const ofRowsIf = (of: (value: Fragment, condition: Fragment) => Fragment): FunctionDefinition =>
  plain(['value', 'boolean'], 'value', (args) => of(sql`toNullable(${at(args, 0)})`, at(args, 1)), ALWAYS)

const MOST = HOGQL_LIMITS.aggregatedElements
/**
 * Makes the engine fail with code 395 if an array is too long. `http/server/errors.ts` has the text for this
 * code, which says what to do.
 */
const within = (array: Fragment) =>
  sql`arrayMap(a -> arraySlice(a, 1, ${numeral(MOST)} + throwIf(length(a) > ${numeral(MOST)}, 'too many elements')), [${array}])[1]`

/**
 * Number of elements to collect. It is one more than an array may have, so that a longer array is noticed.
 */
const countIn = (nodes: readonly HogqlNode[], place: number): Fragment =>
  nodes.length > place ? wholeOf(Number(literalOf(nodes, place))) : numeral(MOST + 1)

/**
 * Defines `groupArray`. If the rows have no order, the values are sorted, so that the same events give the
 * same answer.
 */
const values = (isConditional: boolean): FunctionDefinition => {
  const required = isConditional ? (['value', 'boolean'] as const) : (['value'] as const)
  return {
    ...plain(required, 'values', (args, nodes, { isInOrder = false }) => {
      const count = countIn(nodes, required.length)
      const [value, condition] = [at(args, 0), args[1] ?? sql`true`]
      if (isConditional)
        return isInOrder
          ? sql`groupArrayIf(${count})(${value}, ${condition})`
          : sql`groupArraySortedIf(${count})(${value}, ${condition})`
      return isInOrder ? sql`groupArray(${count})(${value})` : sql`groupArraySorted(${count})(${value})`
    }),
    optional: [COUNT],
    ...NEVER,
    shown: (of, nodes) => (nodes.length > required.length ? of : within(of)),
  }
}

const differentValues = (isConditional: boolean): FunctionDefinition => {
  const required = isConditional ? (['value', 'boolean'] as const) : (['value'] as const)
  return {
    ...plain(required, 'values', (args) =>
      isConditional
        ? sql`groupUniqArrayIf(${numeral(MOST + 1)})(${at(args, 0)}, ${at(args, 1)})`
        : sql`groupUniqArray(${numeral(MOST + 1)})(${at(args, 0)})`,
    ),
    optional: [COUNT],
    ...NEVER,
    shown: (of, nodes) => {
      const sorted = sql`arraySort(${within(of)})`
      return nodes.length > required.length
        ? sql`arraySlice(${sorted}, 1, ${countIn(nodes, required.length)})`
        : sorted
    },
  }
}

/** Aggregates whose result is a value of one of their rows, or a list of values. Nulls are left out. */
export const VALUE_AGGREGATES: FunctionTable = {
  /** Whether a condition is true in all rows. */
  every: plain(['boolean'], 'boolean', (args) => sql`min(toNullable(${at(args, 0)}))`, ALWAYS),
  // The engine's own `any` is not used, because it may return the value of another row each time.
  any: ofRows((value) => sql`min(${value})`),
  anyIf: ofRowsIf((value, condition) => sql`minIf(${value}, ${condition})`),
  anyLast: ofRows((value) => sql`max(${value})`),
  anyLastIf: ofRowsIf((value, condition) => sql`maxIf(${value}, ${condition})`),
  argMax: rowWith('argMax', false),
  argMaxIf: rowWith('argMax', true),
  argMin: rowWith('argMin', false),
  argMinIf: rowWith('argMin', true),
  groupArray: values(false),
  groupArrayIf: values(true),
  groupUniqArray: differentValues(false),
  groupUniqArrayIf: differentValues(true),
  /** The values of `groupArray` as one text. */
  string_agg: plain(
    ['text', { literal: 'text' }],
    'text',
    (args, _, { isInOrder = false }) =>
      isInOrder
        ? sql`groupArray(${numeral(MOST + 1)})(${at(args, 0)})`
        : sql`groupArraySorted(${numeral(MOST + 1)})(${at(args, 0)})`,
    {
      ...ALWAYS,
      growth: (nodes, [growth = 0]) => growth * (1 + textOf(nodes, 1).length),
      shown: (of, nodes) => sql`arrayStringConcat(${within(of)}, ${text(textOf(nodes, 1))})`,
    },
  ),
  /** The most frequent values. If two values are equally frequent, the smaller one comes first. */
  topK: plain(
    [COUNT, 'value'],
    'values',
    (args) => sql`sumMapIf([assumeNotNull(${at(args, 1)})], [1], isNotNull(${at(args, 1)}))`,
    {
      ...NEVER,
      copies: 2,
      shown: (of, nodes) =>
        sql`arraySlice(arrayMap(p -> p.2, arraySort(arrayMap(t -> arrayMap((v, c) -> (-toInt64(c), v), t.1, t.2), [${of}])[1])), 1, ${wholeOf(Number(literalOf(nodes, 0)))})`,
    },
  ),
}
