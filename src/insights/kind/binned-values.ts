import { and, type Fragment, identifier, numeral, sql } from '#fragments/fragment.ts'
import { numberOf } from '#fragments/number-in-text.ts'
import { isOneHistogram, type PropertyBreakdown } from '#query/breakdown.ts'

/**
 * Whether a breakdown has a row for all other values. It has none if it puts a single property into bins:
 * the bins are few, and each has a row.
 */
export const hasOther = (breakdown: PropertyBreakdown): boolean => !isOneHistogram(breakdown)

/** Returns the columns that hold the values of a breakdown row, one for each property. */
export const valueNames = ({ by }: PropertyBreakdown): Fragment[] =>
  by.map((_, i) => sql`${identifier(`value_${i}`)}`)

/**
 * Returns the breakdown values of an event. If a property has bins, its value is a bin and not the number.
 * `bounds` returns the least and the greatest number of the property with this index. If it returns null,
 * the value of this property is empty text.
 */
export const binnedValues = (
  { by }: PropertyBreakdown,
  values: readonly Fragment[],
  bounds: (property: number) => Fragment | null,
): Fragment[] =>
  values.map((value, i) => {
    const bins = by[i]?.bins ?? null
    if (bins === null) return value
    const ends = bounds(i)
    return ends === null ? sql`''` : binOf(numberOf(value), bins, ends)
  })

/**
 * Condition that an event has no value for any property of the breakdown. These events have a row of their
 * own.
 */
export const isNone = (values: readonly Fragment[]): Fragment =>
  sql`(${and(values.map((value) => sql`${value} = ''`))})`

/**
 * Returns the bin of a number as text, `[low,high]`; empty text if the number is in no bin. The number, the
 * bounds and the bin are needed several times, so they are arguments of lambdas. If they were written out
 * every time, the statement would have megabytes.
 */
function binOf(number: Fragment, bins: number, bounds: Fragment): Fragment {
  const last = numeral(bins - 1)
  const low = (bin: Fragment) => lowOf(bin, bins)
  return sql`arrayMap(
  (n, bounds) -> if(isNull(n) OR n < bounds.1 OR NOT ${isBelowEnd}, '', arrayMap(
    bin -> concat(
      '[',
      ${edgeText(low(sql`bin`))},
      ',',
      ${edgeText(sql`if(${isOneBin(bins)} OR bin = ${last}, bounds.2 + 0.01, ${low(sql`(bin + 1)`)})`)},
      ']'
    ),
    [arrayMap(
      bin -> bin - (bin > 0 AND n < ${low(sql`bin`)}) + (bin < ${last} AND n >= ${low(sql`(bin + 1)`)}),
      [if(${isOneBin(bins)}, 0, least(floor((n / 2 - bounds.1 / 2) / ${halfWidth(bins)}), ${last}))]
    )[1]]
  )[1]),
  [${number}],
  [${bounds}]
)[1]`
}

/**
 * Half the width of a bin. The bounds are halved before they are subtracted, because the difference of the
 * whole bounds can be too large for a double.
 */
const halfWidth = (bins: number): Fragment => sql`((bounds.2 / 2 - bounds.1 / 2) / ${numeral(bins)})`

/**
 * Condition that all numbers are in one bin, because they are equal or nearly so. The smallest doubles
 * (5e-324) cannot be divided: half of such a double is 0 or the double itself, and bins made from these
 * halves would overlap.
 */
const isOneBin = (bins: number): Fragment => sql`${halfWidth(bins)} < 1e-300`

/** Returns the lowest number of a bin. */
const lowOf = (bin: Fragment, bins: number): Fragment =>
  sql`(2 * (bounds.1 / 2 + ${bin} * ${halfWidth(bins)}))`

/**
 * Condition that a number is below the end of the last bin, which is the greatest number plus 0.01. A large
 * double does not change when 0.01 is added to it, so the greatest number itself is allowed as well.
 */
const isBelowEnd = sql`(n <= bounds.2 OR n < bounds.2 + 0.01)`

/**
 * Only numbers below this limit are rounded to two decimals. Doubles from the limit on have at most two
 * decimals as text already. Rounding multiplies by 100, which is exact only below 2^53: a larger number
 * would move by its last bit, and the largest doubles would become infinite.
 */
const ROUNDED_BELOW = sql`9e13`

/** Returns an edge of a bin as text. Adding 0 turns -0 into 0. */
const edgeText = (edge: Fragment): Fragment =>
  sql`arrayMap(edge -> toString(if(abs(edge) < ${ROUNDED_BELOW}, round(edge, 2) + 0, edge)), [${edge}])[1]`
