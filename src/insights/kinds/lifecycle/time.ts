import type { TimeAsked } from '#query/date-range.ts'
import type { LifecycleQuery } from './query.ts'

/** Returns the range and the interval of a lifecycle, which always has whole intervals. */
export const lifecycleTime = ({ dateRange, interval }: LifecycleQuery): TimeAsked => ({
  range: dateRange,
  interval,
  startsWithInterval: true,
  lastIntervals: null,
  compare: null,
})
