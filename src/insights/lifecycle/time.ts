import type { TimeAsked } from '#query/date-range.ts'
import type { LifecycleQuery } from './query.ts'

/** The time of a lifecycle: whole intervals. */
export const lifecycleTime = ({ dateRange, interval }: LifecycleQuery): TimeAsked => ({
  range: dateRange,
  interval,
  startsWithInterval: true,
  lastIntervals: null,
  compare: null,
})
