import { type Fragment, sql } from '#fragments/fragment.ts'
import { HOGQL_LIMITS } from '#hogql/limits.ts'
import { at, type FunctionDefinition, type FunctionTable, literalOf, plain, wholeOf } from './definition.ts'

const OVER = { nulls: 'always', isWindow: true } as const
const ANY_ROW = { hasNoFrame: true } as const
const DISTANCE = { literal: 'whole', least: 0, most: HOGQL_LIMITS.wholeNumber } as const

const place = (of: Fragment): FunctionDefinition =>
  plain([], 'number', () => of, {
    nulls: 'never',
    isWindow: true,
    shown: (value) => sql`toFloat64(${value})`,
  })

// If the row does not exist, the engine returns null only for a type that allows nulls.
const neighbour = (
  of: (value: Fragment, distance: Fragment) => Fragment,
  more: Partial<FunctionDefinition> = {},
): FunctionDefinition => ({
  ...plain(['same'], 'same', (args, nodes) => {
    const distance = nodes.length > 1 ? wholeOf(Number(literalOf(nodes, 1))) : sql`1`
    return of(sql`toNullable(${at(args, 0)})`, distance)
  }),
  optional: [DISTANCE],
  ...OVER,
  ...more,
})

/** Functions whose result depends on the position of a row in its window, or on other rows of the window. */
export const WINDOW_FUNCTIONS: FunctionTable = {
  rowNumber: place(sql`row_number()`),
  rank: place(sql`rank()`),
  denseRank: place(sql`dense_rank()`),
  lag: neighbour((value, distance) => sql`lag(${value}, ${distance})`, ANY_ROW),
  lead: neighbour((value, distance) => sql`lead(${value}, ${distance})`, ANY_ROW),
  lagInFrame: neighbour((value, distance) => sql`lagInFrame(${value}, ${distance})`),
  leadInFrame: neighbour((value, distance) => sql`leadInFrame(${value}, ${distance})`),
  firstValue: plain(['same'], 'same', (args) => sql`first_value(toNullable(${at(args, 0)}))`, OVER),
  lastValue: plain(['same'], 'same', (args) => sql`last_value(toNullable(${at(args, 0)}))`, OVER),
}
