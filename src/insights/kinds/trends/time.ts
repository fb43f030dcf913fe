import type { TimeAsked } from '#query/date-range.ts'
import type { TrendsQuery } from './query.ts'

/**
 * Returns the range and the interval of a trend. If there is one value of the whole range, there is no
 * interval.
 */
export const trendTime = ({ dateRange, interval, form, compare }: TrendsQuery): TimeAsked => ({
  range: dateRange,
  interval: form === 'total' ? null : interval,
  startsWithInterval: false,
  lastIntervals: null,
  compare,
})
