import { and, type Fragment, sql, text } from '#fragments/fragment.ts'
import { binnedValues, hasOther } from '#insights/kind/binned-values.ts'
import { isOther } from '#insights/kind/breakdown-rows.ts'
import type { EngineQuery } from '#insights/kind/engine-query.ts'
import { rowPlaces } from '#insights/kind/row-places.ts'
import {
  type BreakdownRow,
  cohortsOf,
  type PropertyBreakdown,
  type RowValues,
  withoutCohort,
} from '#query/breakdown.ts'
import type { InstantRange } from '#query/date-range.ts'
import { edgeQueries, memberOf } from './edge-queries.ts'
import type { Actors } from './measure.ts'
import type { PlannedSeries, TrendsPlan } from './plan.ts'
import { type EdgeResults, edgesFound } from './row-edges.ts'
import { type SeriesRows, seriesRows } from './series-rows.ts'
import { select } from './value-select.ts'

/** Selects one number of a trend. */
export interface TrendCell {
  readonly period: 'current' | 'previous'
  readonly series: number
  /** Index of the bucket. Null selects the whole range, or the only value. */
  readonly bucket: number | null
  /**
   * Row of the breakdown; null without a breakdown. A row of cohorts has one value, the number of the
   * cohort or `all`.
   */
  readonly row: BreakdownRow | null
}

/**
 * Returns the statement for the actors behind a number, with the column `actor`. Queries find the edges of
 * the number's row first.
 */
export const trendPeople = (plan: TrendsPlan, cell: TrendCell): EngineQuery<Fragment> => ({
  sql: peopleStatement(plan, cell, {}),
  async run(executors, options) {
    const edges: Record<string, unknown> = {}
    for (const [name, query] of Object.entries(edgesOf(plan, cell)))
      edges[name] = await query.run(executors, options, edges)
    return peopleStatement(plan, cell, edges)
  },
})

/**
 * Returns the queries for the edges that a row needs. Only the row of all other values depends on the largest
 * rows. Any other row is found by its own values.
 */
function edgesOf(plan: TrendsPlan, { series, row }: TrendCell): ReturnType<typeof edgeQueries> {
  if (row === null) return {}
  const { largest, ...bounds } = edgeQueries(plan, { place: series })
  return isOther(row) && largest !== undefined ? { ...bounds, largest } : bounds
}

/** Returns the statement for the actors behind a number, once its edges are known. */
export function peopleStatement(plan: TrendsPlan, cell: TrendCell, edges: EdgeResults): Fragment {
  const period = plan.periods.find(({ name }) => name === cell.period)
  const planned = period?.series.find(({ place }) => place === cell.series)
  if (period === undefined || planned === undefined) throw new RangeError('There is no such series')
  const range = windowOf(planned, period.period, cell.bucket)
  const cohort = cohortOf(plan, cell.row)
  const rows = seriesRows(plan, planned, range, memberOf(cohort))
  const columns = [
    sql`${rows.actors.of} AS actor`,
    ...rowColumns(plan, planned, rows, { cell, edges, cohort }),
  ]
  return sql`-- the actors of one number
SELECT DISTINCT actor
FROM (
  ${select(columns, rows.from, [])}
)
WHERE ${and([...hasActor(rows.actors.kind), ...(columns.length > 1 ? [sql`is_in_row`] : [])])}`
}

/**
 * Returns the range of the events that a value counts: the window of its bucket, or the only window. It is
 * the whole period if the value has no window. If values are added up, the range begins with the period.
 */
function windowOf(
  { windows: { windows, form }, isAddedUp }: PlannedSeries,
  period: InstantRange,
  bucket: number | null,
): InstantRange {
  const window = windows[form === 'single' ? 0 : (bucket ?? -1)] ?? period
  return isAddedUp ? { ...window, fromMs: period.fromMs } : window
}

/**
 * Returns the cohort of a row; null if the row has no cohort. The selection of the cell has checked that
 * the breakdown has this cohort.
 */
function cohortOf({ query: { breakdown } }: TrendsPlan, row: BreakdownRow | null): number | 'all' | null {
  if (breakdown === null || row === null || row === 'other') return null
  const cohort = row.values[breakdown.kind === 'cohorts' ? 0 : (breakdown.beside?.place ?? -1)]
  return cohortsOf(breakdown).find((one) => String(one) === cohort) ?? null
}

const hasActor = (kind: Actors['kind']): Fragment[] => (kind === 'person' ? [] : [sql`notEmpty(actor)`])

interface RowAsked {
  readonly cell: TrendCell
  readonly edges: EdgeResults
  readonly cohort: number | 'all' | null
}

/**
 * Returns the column `is_in_row` if the number belongs to a row of a breakdown by properties; no column
 * otherwise.
 */
function rowColumns(
  plan: TrendsPlan,
  planned: PlannedSeries,
  rows: SeriesRows,
  { cell: { row }, edges, cohort }: RowAsked,
): Fragment[] {
  const { breakdown } = plan.query
  if (breakdown?.kind !== 'properties' || row === null) return []
  const { earlier, largest, bounds } = edgesFound(plan, planned, edges, cohort)
  const values = binnedValues(breakdown, rows.values, bounds)
  const condition =
    row === 'other' || row.isOther
      ? isBeside(breakdown, values, [...earlier, ...largest])
      : isOf(values, withoutCohort(breakdown, row.values))
  return [sql`${condition} AS is_in_row`]
}

const isOf = (values: readonly Fragment[], ofRow: RowValues): Fragment =>
  and(values.map((value, i) => sql`${value} = ${text(ofRow[i] ?? '')}`))

function isBeside(
  breakdown: PropertyBreakdown,
  values: readonly Fragment[],
  largest: readonly RowValues[],
): Fragment {
  return hasOther(breakdown) ? sql`${rowPlaces(values, largest).place} = 0` : sql`false`
}
