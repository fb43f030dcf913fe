import { z } from 'zod'
import { type EngineQuery, rowsOf } from '#insights/kind.ts'
import { Integer } from '#insights/row-values.ts'
import type { InstantRange } from '#query/date-range.ts'
import { bucketColumns } from '#sql/bucket-columns.ts'
import { eventsOf } from '#sql/events.ts'
import { groupConditions } from '#sql/filters.ts'
import { type Fragment, join, numeral, sql } from '#sql/fragment.ts'
import { matches } from '#sql/matcher.ts'
import { personOf } from '#sql/person-roots.ts'
import type { TrendsPlan } from './plan.ts'

export const TrendValue = z.object({ series: Integer, bucket: Integer, value: Integer })
export type TrendValue = z.output<typeof TrendValue>

/** One row for each series and bucket that has events: `series`, `bucket` (its start in epoch ms), `value`. */
export function trendQueries(plan: TrendsPlan): { values: EngineQuery<TrendValue[]> } {
  const selects = plan.matchers.map((_, series) => seriesSelect(plan, series))
  return { values: rowsOf(TrendValue, join(selects, sql`\nUNION ALL\n`)) }
}

function seriesSelect(plan: TrendsPlan, series: number): Fragment {
  const { key, start } = bucketColumns(plan.period, plan.query.interval)
  return sql`-- series ${numeral(series)}: its events in each bucket
SELECT
  ${numeral(series)} AS series,
  ${start} AS bucket,
  ${aggregate(plan, series)} AS value
${eventsOfSeries(plan, series, plan.period)}
GROUP BY ${key}`
}

/** The events that a series counts in a range. Its values and the people behind them come from this fragment. */
function eventsOfSeries(plan: TrendsPlan, series: number, range: InstantRange): Fragment {
  const scope = plan.scopeIn(range)
  const conditions = [matches(plan.matchers[series] ?? [], scope), ...groupConditions(plan.filter, scope)]
  return eventsOf(plan.projectId, range, conditions)
}

// A bitmap of the dense person numbers is exact and takes half the CPU of a hash set on 6 million events, mainly because
// events are sorted by person within a day.
const aggregate = (plan: TrendsPlan, series: number): Fragment =>
  plan.query.series[series]?.math === 'dau' ? sql`groupBitmap(${actor(plan)})` : sql`count()`

const actor = (plan: TrendsPlan): Fragment => personOf(plan.projectId, plan.hasMerges)

/** One number of a trend: a series in one of its buckets, or in all of them. */
export interface TrendCell {
  readonly series: number
  /** The place of the bucket; null is the whole range. */
  readonly bucket: number | null
}

/** The persons behind a number: `actor`. */
export const trendPeople = (plan: TrendsPlan, { series, bucket }: TrendCell): Fragment =>
  sql`-- the persons with events of series ${numeral(series)}
SELECT DISTINCT ${actor(plan)} AS actor
${eventsOfSeries(plan, series, bucket === null ? plan.period : rangeOfBucket(plan, bucket))}`

function rangeOfBucket({ period }: TrendsPlan, place: number): InstantRange {
  const [bucket, next] = [period.buckets[place], period.buckets[place + 1]]
  return {
    fromMs: Math.max(period.fromMs, bucket?.startMs ?? period.toMs),
    toMs: Math.min(period.toMs, next?.startMs ?? period.toMs),
  }
}
