import type { TimeAsked } from '#query/date-range.ts'
import type { TrendsQuery } from './query.ts'

/** The time of a trend. One number has no intervals. */
export const trendTime = ({ dateRange, interval, form, compare }: TrendsQuery): TimeAsked => ({
  range: dateRange,
  interval: form === 'total' ? null : interval,
  startsWithInterval: false,
  lastIntervals: null,
  compare,
})
