import type { TrendsQuery } from '#query/insight-query.ts'
import type { Resolved } from '#query/resolve.ts'
import { isWholeUtcDays } from '#sql/events.ts'

export interface TrendsPlan extends Resolved<TrendsQuery> {
  /** Whether each bucket is one UTC day, so that the `day` column alone tells it. */
  readonly isByUtcDay: boolean
}

const DAY_MS = 86_400_000

export function planTrends(resolved: Resolved<TrendsQuery>): TrendsPlan {
  const { buckets } = resolved.range
  return {
    ...resolved,
    isByUtcDay:
      resolved.query.interval === 'day' &&
      isWholeUtcDays(resolved.range) &&
      buckets.every((bucket, i) => bucket.startMs === resolved.range.fromMs + i * DAY_MS),
  }
}
