import type { z } from 'zod'
import { type Fragment, join, numeral, sql } from '#fragments/fragment.ts'
import { numberOf } from '#fragments/number-in-text.ts'
import { binnedValues, hasOther, isNone, valueNames } from '#insights/kind/binned-values.ts'
import { type EngineQuery, rowsAfter, rowsOf } from '#insights/kind/engine-query.ts'
import { cohortsOf, type PropertyBreakdown } from '#query/breakdown.ts'
import { statisticOf } from '#query/series-math.ts'
import { countOfRows, sumOfWeights } from '#sql/aggregates.ts'
import type { PlannedSeries, TrendsPlan } from './plan.ts'
import {
  type BoundsOf,
  BoundsRow,
  boundsFound,
  deciderOf,
  deciders,
  decidingWith,
  type EdgeResults,
  LargestRow,
} from './row-edges.ts'
import { seriesRows } from './series-rows.ts'
import { select, valueSelect } from './value-select.ts'

/**
 * Returns the queries for the edges of a breakdown by properties, for all series or for a single one.
 * `largest` (the largest values) runs after `bounds` (the least and greatest numbers), because it puts
 * numbers into the bins between these bounds.
 */
export function edgeQueries(
  plan: TrendsPlan,
  only: Pick<PlannedSeries, 'place'> | null = null,
): {
  bounds?: EngineQuery<z.output<typeof BoundsRow>[]>
  largest?: EngineQuery<z.output<typeof LargestRow>[]>
} {
  const { breakdown } = plan.query
  if (breakdown?.kind !== 'properties') return {}
  const deciding = only === null ? deciders(plan) : [deciderOf(plan, only)]
  return {
    ...(breakdown.by.some(({ bins }) => bins !== null) && {
      bounds: rowsOf(BoundsRow, union(deciding.map((decider) => boundsOf(plan, breakdown, decider)))),
    }),
    ...(hasOther(breakdown) && {
      largest: rowsAfter(LargestRow, (earlier: EdgeResults) =>
        union(
          deciding.map((decider) =>
            largestOf(plan, breakdown, decider, (one) => boundsFound(earlier, decider, one)),
          ),
        ),
      ),
    }),
  }
}

const union = (queries: readonly Fragment[]) => join(queries, sql`\nUNION ALL\n`)

/** Selects the least and the greatest numbers of all series that have the same decider. */
const boundsOf = (plan: TrendsPlan, { by }: PropertyBreakdown, decider: number): Fragment =>
  union(
    decidingWith(plan, decider).map((one) => {
      const rows = seriesRows(plan, one, plan.period)
      const ofNumbers = (aggregate: Fragment) =>
        join(
          rows.values.map((value, i) =>
            by[i]?.bins === null
              ? sql`CAST(NULL, 'Nullable(Float64)')`
              : sql`${aggregate}(${numberOf(value)})`,
          ),
          sql`, `,
        )
      return select(
        [
          sql`${numeral(decider)} AS decider`,
          sql`[${ofNumbers(sql`min`)}] AS least`,
          sql`[${ofNumbers(sql`max`)}] AS greatest`,
        ],
        rows.from,
        [],
      )
    }),
  )

/**
 * Selects the values of the largest rows, the largest first: the rows before the page, the rows on the
 * page, and one more row if there is another page.
 */
function largestOf(
  plan: TrendsPlan,
  breakdown: PropertyBreakdown,
  decider: number,
  bounds: BoundsOf,
): Fragment {
  const names = valueNames(breakdown)
  const cohorts = cohortsOf(breakdown)
  const sizes = decidingWith(plan, decider).flatMap((one) =>
    cohorts.length === 0
      ? [sizesOf(plan, breakdown, one, { bounds })]
      : cohorts.map((id, place) => sizesOf(plan, breakdown, one, { bounds, cohort: { id, place } })),
  )
  const keys = cohorts.length === 0 ? names : [...names, sql`cohort`]
  return sql`-- the largest rows of the breakdown
SELECT
  ${join([sql`${numeral(decider)} AS decider`, ...keys.slice(names.length), sql`[${join(names, sql`, `)}] AS values`], sql`,\n`)}
FROM (
  ${union(sizes)}
)
WHERE NOT ${isNone(names)}
GROUP BY ${join(keys, sql`, `)}
ORDER BY
  sum(value) DESC,
  ${join(keys, sql`, `)}
LIMIT ${numeral(plan.query.rowOffset + (breakdown.limit ?? 0) + 1)}`
}

interface SizesOf {
  readonly bounds: BoundsOf
  /**
   * The cohort whose members count, and the index of this cohort among the cohorts of the breakdown. Absent
   * if all events count.
   */
  readonly cohort?: { readonly id: number | 'all'; readonly place: number }
}

/**
 * Selects the sizes of rows. If the math computes a number from values, such as a sum or an average, the
 * size of a row is this number. For every other math, and for a formula, it is the number of events in the
 * row.
 */
function sizesOf(
  plan: TrendsPlan,
  breakdown: PropertyBreakdown,
  planned: PlannedSeries,
  { bounds, cohort }: SizesOf,
): Fragment {
  const rows = seriesRows(plan, planned, plan.period, cohort === undefined ? null : memberOf(cohort.id))
  const series = plan.query.series[planned.place]
  const isByNumber =
    series !== undefined &&
    plan.query.formulas.length === 0 &&
    (series.math === 'hogql' || statisticOf(series.math) !== null)
  const counted =
    rows.wholePersons === null
      ? { from: rows.from, aggregate: countOfRows }
      : { from: rows.wholePersons, aggregate: sumOfWeights }
  return valueSelect(
    {
      ...(isByNumber
        ? { from: rows.from, measure: rows.measure }
        : { from: counted.from, measure: { kind: 'rows', aggregate: counted.aggregate, conditions: [] } }),
      windows: { form: 'single', windows: [] },
      period: plan.period,
      interval: plan.query.interval,
      keys: binnedValues(breakdown, rows.values, bounds).map((of, i) => ({ name: `value_${i}`, of })),
    },
    cohort === undefined ? [] : [sql`${numeral(cohort.place)} AS cohort`],
  )
}

/** Returns the cohort whose members count; null if all events count. */
export const memberOf = (cohort: number | 'all' | null): number | null => (cohort === 'all' ? null : cohort)
