import type { SeriesMath } from '#query/insight-query.ts'
import type { Matcher } from '#query/matcher.ts'
import { eventsOf } from '#sql/events.ts'
import { groupConditions } from '#sql/filters.ts'
import { bound, type Fragment, join, numeral, sql } from '#sql/fragment.ts'
import { matches } from '#sql/matcher.ts'
import { personOf } from '#sql/person-roots.ts'
import type { TrendsPlan } from './plan.ts'

/** One row for each series and bucket that has events: `series`, `bucket` (its start in epoch ms), `value`. */
export function compileTrends(plan: TrendsPlan): Fragment {
  const selects = plan.matchers.map((matcher, i) =>
    seriesSelect(plan, matcher, i, plan.query.series[i]?.math ?? 'total'),
  )
  return join(
    selects,
    sql`
UNION ALL
`,
  )
}

function seriesSelect(plan: TrendsPlan, matcher: Matcher, series: number, math: SeriesMath): Fragment {
  const conditions = [matches(matcher), ...groupConditions(plan.properties)]
  const { key, start } = bucketOf(plan)
  return sql`-- series ${numeral(series)}: its events in each bucket
SELECT
  ${numeral(series)} AS series,
  ${start} AS bucket,
  ${aggregate(plan, math)} AS value
${eventsOf(plan.projectId, plan.range, conditions)}
GROUP BY ${key}`
}

// A bitmap of the dense person numbers is exact, and takes half the CPU of a hash set on 6 million events, most of all
// because they are sorted by person within a day.
const aggregate = (plan: TrendsPlan, math: SeriesMath): Fragment =>
  math === 'total' ? sql`count()` : sql`groupBitmap(${personOf(plan.projectId, plan.hasMerges)})`

// Buckets are cut by the boundaries that the calendar gave, not by the engine's time functions: both then agree on days of
// 23 and 25 hours, whichever time zone database each has. Whole UTC days are grouped by the column itself, whose 16 bits
// need no hash table; its start is worked out once a group.
function bucketOf(plan: TrendsPlan): { key: Fragment; start: Fragment } {
  if (plan.isByUtcDay) return { key: sql`day`, start: sql`toInt64(toUInt16(day)) * 86400000` }
  const starts = plan.range.buckets.map((bucket) => bucket.startMs)
  const start = sql`roundDown(toUnixTimestamp64Milli(ts), ${bound('Array(Int64)', starts)})`
  return { key: sql`bucket`, start }
}
