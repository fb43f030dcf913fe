import type { TimeAsked } from '#query/date-range.ts'
import type { StickinessQuery } from './query.ts'

/** Returns the time of a stickiness, which has whole intervals. */
export const stickinessTime = ({ dateRange, interval, compare }: StickinessQuery): TimeAsked => ({
  range: dateRange,
  interval,
  startsWithInterval: true,
  lastIntervals: null,
  compare,
})
