import { z } from 'zod'
import { type EngineQuery, rowsAfter, rowsOf } from '#insights/kind.ts'
import { Integer } from '#insights/row-values.ts'
import type { PropertyBreakdown, RowValues } from '#query/breakdown.ts'
import { statisticOf } from '#query/series-math.ts'
import { countOfRows } from '#sql/aggregates.ts'
import { bound, type Fragment, join, numeral, sql } from '#sql/fragment.ts'
import { numberOf } from '#sql/property-conditions.ts'
import type { PlannedSeries, TrendsPlan } from './plan.ts'
import { binnedValues, hasOther, isNone, valueNames } from './row-values.ts'
import { seriesRows } from './series-rows.ts'
import { select, valueSelect } from './value-select.ts'

/** The facts about all events of the current period that put one of them into its row. */
export interface RowEdges {
  /** A query for the values of the rows that are not other; null where every value has a row. */
  readonly largest: Fragment | null
  /** The least and the greatest number of a property, as a tuple; null where it has none, so that nothing is in a bin. */
  bounds(property: number): Fragment | null
}

export const BoundsRow = z.object({
  decider: Integer,
  property: Integer,
  least: z.number().nullable(),
  greatest: z.number().nullable(),
})
export const LargestRow = z.object({ decider: Integer, values: z.array(z.string()) })
/** The results of the queries for edges; absent where a breakdown needs none. */
export interface EdgeResults {
  readonly bounds?: z.output<typeof BoundsRow>[]
  readonly largest?: z.output<typeof LargestRow>[]
}

/** The series that decides the rows of a series: a formula needs the same rows of all, for which the first one stands. */
const deciderOf = ({ query }: TrendsPlan, { place }: Pick<PlannedSeries, 'place'>): number =>
  query.formulas.length > 0 ? 0 : place

/** The series that a decider stands for, in the current period. */
const decidingWith = (plan: TrendsPlan, decider: number): readonly PlannedSeries[] =>
  (plan.periods[0]?.series ?? []).filter((series) => deciderOf(plan, series) === decider)

const deciders = (plan: TrendsPlan): number[] => [
  ...new Set((plan.periods[0]?.series ?? []).map((series) => deciderOf(plan, series))),
]

/** The edges as subqueries, for a query of its own. */
export const edgesInQuery = (
  plan: TrendsPlan,
  breakdown: PropertyBreakdown,
  planned: PlannedSeries,
): RowEdges => {
  const decider = deciderOf(plan, planned)
  const bounds = (property: number) => sql`(
  SELECT (min(least), max(greatest))
  FROM (
    ${boundsOf(plan, decider, property)}
  )
)`
  return {
    largest: hasOther(breakdown)
      ? sql`(
  ${largestOf(plan, breakdown, decider, bounds)}
)`
      : null,
    bounds,
  }
}

/** The edges that were found by {@link edgeQueries}. */
export function edgesFound(
  plan: TrendsPlan,
  planned: PlannedSeries,
  results: EdgeResults,
): Pick<RowEdges, 'bounds'> & { readonly largest: readonly RowValues[] } {
  const decider = deciderOf(plan, planned)
  const ownRows = (results.largest ?? []).filter((row) => row.decider === decider)
  return {
    largest: ownRows.map(({ values }) => values),
    bounds: (property) => boundsFound(results, decider, property),
  }
}

function boundsFound({ bounds = [] }: EdgeResults, decider: number, property: number): Fragment | null {
  const found = bounds.filter((row) => row.decider === decider && row.property === property)
  const numbers = found.flatMap(({ least, greatest }) => [least, greatest]).filter((one) => one !== null)
  if (numbers.length === 0) return null
  return sql`(${bound('Float64', Math.min(...numbers))}, ${bound('Float64', Math.max(...numbers))})`
}

/** The queries for the edges of a breakdown by properties, of which those for values come after those for numbers. */
export function edgeQueries(plan: TrendsPlan): {
  bounds?: EngineQuery<z.output<typeof BoundsRow>[]>
  largest?: EngineQuery<z.output<typeof LargestRow>[]>
} {
  const { breakdown } = plan.query
  if (breakdown?.kind !== 'properties') return {}
  const binned = breakdown.by.flatMap(({ bins }, property) => (bins === null ? [] : [property]))
  return {
    ...(binned.length > 0 && {
      bounds: rowsOf(
        BoundsRow,
        union(deciders(plan).flatMap((decider) => binned.map((one) => boundsOf(plan, decider, one)))),
      ),
    }),
    ...(hasOther(breakdown) && {
      largest: rowsAfter(LargestRow, (earlier: EdgeResults) =>
        union(
          deciders(plan).map((decider) =>
            namedLargest(plan, breakdown, decider, (one) => boundsFound(earlier, decider, one)),
          ),
        ),
      ),
    }),
  }
}

const union = (queries: readonly Fragment[]) => join(queries, sql`\nUNION ALL\n`)

/** The least and the greatest number of each series that a decider stands for. */
const boundsOf = (plan: TrendsPlan, decider: number, property: number): Fragment =>
  union(
    decidingWith(plan, decider).map((one) => {
      const rows = seriesRows(plan, one, plan.period)
      const number = numberOf(rows.values[property] ?? sql`''`)
      return select(
        [
          sql`${numeral(decider)} AS decider`,
          sql`${numeral(property)} AS property`,
          sql`min(${number}) AS least`,
          sql`max(${number}) AS greatest`,
        ],
        rows.from,
        [],
      )
    }),
  )

function namedLargest(
  plan: TrendsPlan,
  breakdown: PropertyBreakdown,
  decider: number,
  bounds: RowEdges['bounds'],
): Fragment {
  return sql`SELECT
  ${numeral(decider)} AS decider,
  [${join(valueNames(breakdown), sql`, `)}] AS values
FROM (
  ${largestOf(plan, breakdown, decider, bounds)}
)`
}

/** The values of the largest rows. */
function largestOf(
  plan: TrendsPlan,
  breakdown: PropertyBreakdown,
  decider: number,
  bounds: RowEdges['bounds'],
): Fragment {
  const names = valueNames(breakdown)
  const sizes = decidingWith(plan, decider).map((one) => sizesOf(plan, breakdown, one, bounds))
  return sql`-- the largest rows of the breakdown
SELECT ${join(names, sql`, `)}
FROM (
  ${union(sizes)}
)
WHERE NOT ${isNone(names)}
GROUP BY ${join(names, sql`, `)}
ORDER BY
  sum(value) DESC,
  ${join(names, sql`, `)}
LIMIT ${numeral(breakdown.limit ?? 0)}`
}

/** Maths of numbers make a row as large as its own number, all others as large as its number of events; so does a formula. */
function sizesOf(
  plan: TrendsPlan,
  breakdown: PropertyBreakdown,
  planned: PlannedSeries,
  bounds: RowEdges['bounds'],
): Fragment {
  const rows = seriesRows(plan, planned, plan.period)
  const series = plan.query.series[planned.place]
  const isByNumber =
    series !== undefined &&
    plan.query.formulas.length === 0 &&
    (series.math === 'hogql' || statisticOf(series.math) !== null)
  return valueSelect(
    {
      from: rows.from,
      measure: isByNumber ? rows.measure : { kind: 'rows', aggregate: countOfRows, conditions: [] },
      windows: { form: 'single', windows: [] },
      period: plan.period,
      interval: plan.query.interval,
      keys: binnedValues(breakdown, rows.values, bounds).map((of, i) => ({ name: `value_${i}`, of })),
    },
    [],
  )
}
