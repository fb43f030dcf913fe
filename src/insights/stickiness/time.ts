import type { TimeAsked } from '#query/date-range.ts'
import type { StickinessQuery } from './query.ts'

/** The time of a stickiness: whole intervals. */
export const stickinessTime = ({ dateRange, interval, compare }: StickinessQuery): TimeAsked => ({
  range: dateRange,
  interval,
  startsWithInterval: true,
  lastIntervals: null,
  compare,
})
