import { quoted } from '#contract/nearest-name.ts'
import type { SeriesNode } from '#query/node.ts'
import { statisticOf } from '#query/series-math.ts'
import { attrOf, type FieldPaths } from '#shared/field-paths.ts'
import { invalid } from '#shared/request-error.ts'
import { formulaField } from './formulas.ts'
import type { TrendsNode } from './query.ts'

/**
 * Returns the series of a box plot. Each has a property. The statistic that clients send with a series has
 * no effect: it becomes `median`, so the size of a breakdown row is its median.
 * @throws RequestError for a series without a property, and for a math that is not a statistic.
 */
export const boxSeries = (nodes: readonly SeriesNode[] | null | undefined, at: FieldPaths): SeriesNode[] =>
  (nodes ?? []).map((node, i) => {
    const math = node.math || 'total'
    if (math !== 'total' && !statisticOf(math))
      throw invalid(
        'not_supported',
        `A box plot shows the numbers of a property, which the math ${quoted(math)} does not have: leave the math out.`,
        attrOf(at('series', i, 'math')),
      )
    if (!node.math_property)
      throw invalid(
        'required',
        'A box plot shows the numbers of a property: add its name, such as "math_property": "price".',
        attrOf(at('series', i, 'math_property')),
      )
    return { ...node, math: 'median' }
  })

/**
 * Refuses fields of a trend that have no meaning in a box plot.
 * @throws RequestError for a formula, and for smoothing over several buckets.
 */
export function refuseBesideBoxes({ trendsFilter }: TrendsNode, at: FieldPaths): void {
  const formula = formulaField(trendsFilter ?? {})
  if (formula !== null)
    throw invalid(
      'not_supported',
      'A formula has one number for each bucket, and a box plot has several: leave the formula out.',
      attrOf(at('trendsFilter', formula)),
    )
  if ((trendsFilter?.smoothingIntervals ?? 1) > 1)
    throw invalid(
      'not_supported',
      'A box plot cannot be smoothed: leave the smoothing out, or choose a longer interval.',
      attrOf(at('trendsFilter', 'smoothingIntervals')),
    )
}
