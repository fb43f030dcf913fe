import { isOneHistogram, type PropertyBreakdown } from '#query/breakdown.ts'
import { and, type Fragment, identifier, numeral, sql } from '#sql/fragment.ts'
import { numberOf } from '#sql/property-conditions.ts'

/** Whether a breakdown has a row for all further values. The bins of one property are few: each has a row. */
export const hasOther = (breakdown: PropertyBreakdown): boolean => !isOneHistogram(breakdown)

/** The columns of the values of a row. */
export const valueNames = ({ by }: PropertyBreakdown): Fragment[] =>
  by.map((_, i) => sql`${identifier(`value_${i}`)}`)

/** The values of a row of a breakdown, with numbers in bins. `bounds` is the least and the greatest number of a property. */
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

/** Whether all values are missing, which has a row of its own. */
export const isNone = (values: readonly Fragment[]): Fragment =>
  sql`(${and(values.map((value) => sql`${value} = ''`))})`

/**
 * The bin of a number as text, `[low,high]`; empty where there is no number. The number and the bounds are the arguments of a lambda: written
 * out wherever they are needed, they would make a statement of megabytes.
 */
function binOf(number: Fragment, bins: number, bounds: Fragment): Fragment {
  const width = sql`((bounds.2 - bounds.1) / ${numeral(bins)})`
  const last = numeral(bins - 1)
  const bin = sql`if(${width} = 0, 0, least(floor((n - bounds.1) / ${width}), ${last}))`
  return sql`arrayMap(
  (n, bounds) -> if(isNull(n) OR n < bounds.1 OR n >= bounds.2 + 0.01, '', concat(
    '[',
    toString(round(bounds.1 + ${bin} * ${width}, 2)),
    ',',
    toString(round(if(${width} = 0 OR ${bin} = ${last}, bounds.2 + 0.01, bounds.1 + (${bin} + 1) * ${width}), 2)),
    ']'
  )),
  [${number}],
  [${bounds}]
)[1]`
}
