import { z } from 'zod'
import { type Fragment, identifier, join, numeral, sql, text } from '#fragments/fragment.ts'
import { binnedValues, hasOther, valueNames } from '#insights/kind/binned-values.ts'
import { rowsAfter } from '#insights/kind/engine-query.ts'
import { rowPlaces } from '#insights/kind/row-places.ts'
import { Integer } from '#insights/kind/row-values.ts'
import { cohortsOf, withCohort } from '#query/breakdown.ts'
import type { Series } from '#query/series.ts'
import { countsDifferent } from '#query/series-math.ts'
import { sumOfWeights } from '#sql/aggregates.ts'
import { edgeQueries, memberOf } from './edge-queries.ts'
import type { Measure } from './measure.ts'
import type { PlannedSeries, TrendsPlan } from './plan.ts'
import { type EdgeResults, edgesFound } from './row-edges.ts'
import { type SeriesRows, seriesRows } from './series-rows.ts'
import { type Key, valueSelect } from './value-select.ts'

/**
 * A value that a query found. `bucket` is the start of its bucket in epoch ms; null for a value of the
 * whole range.
 */
export const TrendValue = z.object({
  period: Integer,
  series: Integer,
  bucket: Integer.nullable().default(null),
  /**
   * Whether the row is the one of all other values. `is_other` and `values` are present if there is a
   * breakdown.
   */
  is_other: z.union([z.boolean(), z.number()]).transform(Boolean).default(false),
  values: z.array(z.string()).default([]),
  value: z.number(),
  /**
   * The statistics of a box plot except the median, in the order of `BOX_FIELDS`. Absent in any other
   * display.
   */
  box: z.array(z.number()).optional(),
})
export type TrendValue = z.output<typeof TrendValue>

/**
 * Returns the queries of a trend. `values` has one row for each period, series, breakdown row and bucket
 * that has events. It runs after the queries that find the edges of rows.
 */
export const trendQueries = (plan: TrendsPlan) => ({
  ...edgeQueries(plan),
  values: rowsAfter(TrendValue, (edges: EdgeResults) => valuesQuery(plan, edges)),
})

const valuesQuery = (plan: TrendsPlan, edges: EdgeResults): Fragment =>
  join(
    plan.periods.flatMap(({ series }, period) =>
      series.flatMap((planned) => seriesSelects(plan, planned, { period, edges })),
    ),
    sql`\nUNION ALL\n`,
  )

interface Place {
  /** Index of the period in the plan. */
  readonly period: number
  readonly edges: EdgeResults
  /** Cohort of the rows; null for all events. */
  readonly cohort: number | 'all' | null
}

/**
 * Returns a query for a series. If the breakdown is by cohorts, returns one query for each cohort, because a
 * person may be in several cohorts.
 */
function seriesSelects(plan: TrendsPlan, planned: PlannedSeries, at: Omit<Place, 'cohort'>): Fragment[] {
  const cohorts = cohortsOf(plan.query.breakdown)
  if (cohorts.length === 0) return [seriesSelect(plan, planned, { ...at, cohort: null })]
  return cohorts.map((cohort) => seriesSelect(plan, planned, { ...at, cohort }))
}

function seriesSelect(plan: TrendsPlan, planned: PlannedSeries, at: Place): Fragment {
  const { period: place, cohort } = at
  const series = plan.query.series[planned.place]
  const rows = seriesRows(plan, planned, planned.range, memberOf(cohort))
  const { keys, columns } = rowColumns(plan, planned, rows, at)
  const values = valueSelect(
    {
      ...measuredFrom(series, rows),
      windows: planned.windows,
      period: plan.periods[place]?.period ?? plan.period,
      interval: plan.query.interval,
      keys,
      withBoxes: plan.query.form === 'boxes',
    },
    [
      sql`${numeral(place)} AS period`,
      sql`${numeral(planned.place)} AS series`,
      ...(cohort === null || keys.length > 0 ? [] : [sql`[${text(String(cohort))}] AS values`]),
    ],
  )
  const comment = sql`-- series ${numeral(planned.place)}, period ${numeral(place)}`
  if (keys.length === 0)
    return sql`${comment}
${values}`
  const named = keys.map(({ name }) => sql`${identifier(name)}`)
  return sql`${comment}
SELECT
  * EXCEPT (${join(named, sql`, `)}),
  ${join(columns, sql`,\n`)}
FROM (
  ${values}
)${plan.query.rowOffset > 0 ? sql`\nWHERE place != 1` : sql``}`
}

/**
 * Returns the rows and the measure of a series. If the series has rows of persons, the number of unique
 * persons and the number of events are computed from these rows instead of rows of events.
 */
function measuredFrom(
  series: Series | undefined,
  { from, persons, measure, actors }: SeriesRows,
): { readonly from: Fragment; readonly measure: Measure } {
  if (persons === null || measure.kind !== 'rows') return { from, measure }
  if (series?.math === 'total') return { from: persons, measure: { ...measure, aggregate: sumOfWeights } }
  const countsPersons = series !== undefined && countsDifferent(series.math) && actors.kind === 'person'
  return { from: countsPersons ? persons : from, measure }
}

/**
 * Returns the keys that put an event into its breakdown row, and the columns that are made from these keys.
 * All breakdowns have the same columns.
 */
function rowColumns(
  plan: TrendsPlan,
  planned: PlannedSeries,
  rows: SeriesRows,
  { edges, cohort }: Place,
): { readonly keys: readonly Key[]; readonly columns: readonly Fragment[] } {
  const { breakdown } = plan.query
  if (breakdown?.kind !== 'properties') return { keys: [], columns: [] }
  const { earlier, largest, bounds } = edgesFound(plan, planned, edges, cohort)
  const values = binnedValues(breakdown, rows.values, bounds)
  const listOf = (ofProperties: readonly Fragment[]) =>
    sql`[${join(withCohort(breakdown, ofProperties, sql`${text(String(cohort))}`), sql`, `)}] AS values`
  if (hasOther(breakdown)) {
    const { place, valuesAt } = rowPlaces(values, largest, earlier)
    return {
      keys: [{ name: 'place', of: place, isSmall: true }],
      columns: [sql`place = 0 AS is_other`, listOf(valuesAt(sql`place`))],
    }
  }
  return {
    keys: values.map((of, i) => ({ name: `value_${i}`, of })),
    columns: [listOf(valueNames(breakdown))],
  }
}
