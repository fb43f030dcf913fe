import type { BreakdownRow } from '#query/breakdown.ts'
import type { InstantRange } from '#query/date-range.ts'
import { and, type Fragment, identifier, join, sql, text } from '#sql/fragment.ts'
import type { Actors } from './measure.ts'
import type { PlannedSeries, TrendsPlan } from './plan.ts'
import { edgesInQuery } from './row-edges.ts'
import { rowKeys } from './row-keys.ts'
import { seriesRows } from './series-rows.ts'
import type { Key } from './value-select.ts'

/** One number of a trend. */
export interface TrendCell {
  readonly period: 'current' | 'previous'
  readonly series: number
  /** The place of the bucket; null is the whole range, or its only value. */
  readonly bucket: number | null
  /** Null without a breakdown. A row of cohorts has one value, the number of the cohort or `all`. */
  readonly row: BreakdownRow | null
}

/** The actors behind a number: `actor`. */
export function trendPeople(plan: TrendsPlan, cell: TrendCell): Fragment {
  const period = plan.periods.find(({ name }) => name === cell.period)
  const planned = period?.series.find(({ place }) => place === cell.series)
  if (period === undefined || planned === undefined) throw new RangeError('There is no such series')
  const range = windowOf(planned, period.period, cell.bucket)
  const rows = seriesRows(plan, planned, range, cohortOf(plan, cell.row))
  const { breakdown } = plan.query
  const keys =
    breakdown?.kind === 'properties' && cell.row !== null
      ? rowKeys(breakdown, rows.values, edgesInQuery(plan, breakdown, planned))
      : []
  return sql`-- the actors of one number
SELECT DISTINCT actor
FROM (
  SELECT
    ${join(
      [sql`${rows.actors.of} AS actor`, ...keys.map(({ name, of }) => sql`${of} AS ${identifier(name)}`)],
      sql`,\n`,
    )}
  ${rows.from}
)
WHERE ${and([...hasActor(rows.actors.kind), ...isInRow(keys, cell.row)])}`
}

/** The range of a value, or all of the period. */
function windowOf(
  { windows: { windows, form } }: PlannedSeries,
  period: InstantRange,
  bucket: number | null,
): InstantRange {
  const window = windows[form === 'single' ? 0 : (bucket ?? -1)]
  return window ?? period
}

/** The cohort of a row, of which the cell's selection has checked that the breakdown has it; null for all events. */
function cohortOf({ query: { breakdown } }: TrendsPlan, row: BreakdownRow | null): number | null {
  if (breakdown?.kind !== 'cohorts' || row === null || row === 'other') return null
  const [cohort = 'all'] = row.values
  return cohort === 'all' ? null : Number(cohort)
}

const hasActor = (kind: Actors['kind']): Fragment[] => (kind === 'person' ? [] : [sql`notEmpty(actor)`])

function isInRow(keys: readonly Key[], row: BreakdownRow | null): Fragment[] {
  if (row === null || keys.length === 0) return []
  const hasOther = keys[0]?.name === 'is_other'
  if (row === 'other') return [hasOther ? sql`is_other` : sql`false`]
  const values = row.values.map((value, i) => sql`${identifier(`value_${i}`)} = ${text(value)}`)
  return hasOther ? [sql`NOT is_other`, ...values] : values
}
