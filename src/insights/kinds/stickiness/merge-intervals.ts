import type { Period } from '#insights/kind/resolve.ts'

/**
 * Cuts a period of time into periods of `count` intervals, counted back from its last interval. The first
 * of these periods has the intervals that remain.
 */
export function mergeIntervals(period: Period, count: number): Period {
  const { length } = period.buckets
  return { ...period, buckets: period.buckets.filter((_, i) => i === 0 || (length - i) % count === 0) }
}
