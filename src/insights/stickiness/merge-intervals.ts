import type { Period } from '#insights/resolve.ts'

/**
 * A period of time that is cut into periods of `count` intervals, counted back from its last interval. The
 * first one has the intervals that remain.
 */
export function mergeIntervals(period: Period, count: number): Period {
  const { length } = period.buckets
  return { ...period, buckets: period.buckets.filter((_, i) => i === 0 || (length - i) % count === 0) }
}
