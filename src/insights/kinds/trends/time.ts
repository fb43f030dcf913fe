import type { TimeAsked } from '#query/date-range.ts'
import type { TrendsQuery } from './query.ts'

/** Returns the time of a trend. One value of the whole range has no intervals. */
export const trendTime = ({ dateRange, interval, form, compare }: TrendsQuery): TimeAsked => ({
  range: dateRange,
  interval: form === 'total' ? null : interval,
  startsWithInterval: false,
  lastIntervals: null,
  compare,
})
