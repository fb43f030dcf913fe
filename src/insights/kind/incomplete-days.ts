import { Temporal } from 'temporal-polyfill'
import { unitOf } from '#query/date-range.ts'
import type { Moment } from '#query/moment.ts'
import { type Calendar, startOf, startOfNext } from '#values/date-text.ts'
import type { Period } from './resolve.ts'

/**
 * A time without a fraction means its whole second: the author of a range up to 23:59:59 means the whole
 * day.
 */
const SECOND_MS = 1000

/**
 * Returns the `day` of each bucket that is not whole, in order. A bucket is not whole if it has not ended
 * at the moment of the question, or if the range begins or ends within the bucket. `period` is the current
 * period of the question or the earlier one of its comparison. Each of the two has its own range.
 */
export function incompleteDays(
  period: Period,
  moment: Pick<Moment, 'nowMs' | 'calendar' | 'time'>,
): string[] {
  const areWhole = wholeBuckets(period, moment)
  return period.buckets.flatMap(({ day }, i) => (areWhole[i] ? [] : [day]))
}

/**
 * Returns for each bucket whether it is whole, as defined by {@link incompleteDays}. The list is empty for
 * a question without an interval.
 */
export function wholeBuckets(period: Period, moment: Pick<Moment, 'nowMs' | 'calendar' | 'time'>): boolean[] {
  const { buckets, fromMs, toMs } = period
  if (moment.time.interval === null) return []
  return buckets.map(({ startMs }, i) => {
    const endMs = endOfBucket(period, i, moment)
    return startMs >= fromMs && endMs < toMs + SECOND_MS && endMs <= moment.nowMs
  })
}

/**
 * Returns the end of the bucket at index `place`, which is after the end of the range if the range ends
 * within the bucket. Without an interval, returns the end of the range.
 */
export function endOfBucket(
  { buckets, toMs }: Period,
  place: number,
  { calendar, time }: Pick<Moment, 'calendar' | 'time'>,
): number {
  const { startMs = toMs } = buckets[place] ?? {}
  if (time.interval === null) return toMs
  return (
    buckets[place + 1]?.startMs ??
    startOfNext(inZone(startMs, calendar), unitOf(time.interval)).epochMilliseconds
  )
}

/**
 * Returns the end of the whole buckets at the beginning of a period. If the first bucket is not whole, this
 * is the start of that bucket.
 */
export function wholeUntilMs(period: Period, moment: Pick<Moment, 'nowMs' | 'calendar' | 'time'>): number {
  const first = wholeBuckets(period, moment).indexOf(false)
  return first < 0
    ? endOfBucket(period, period.buckets.length - 1, moment)
    : (period.buckets[first]?.startMs ?? 0)
}

/**
 * Returns the start of the present interval, limited to the range. Intervals from this instant on have not
 * ended. Two answers about the same range have the same incomplete days if this instant is equal for both.
 */
export function notOverFromMs({ nowMs, calendar, time, range }: Omit<Moment, 'ends'>): number {
  if (time.interval === null) return range.toMs
  const present = startOf(inZone(nowMs, calendar), unitOf(time.interval), calendar.weekStartDay)
  return Math.min(Math.max(present.epochMilliseconds, range.fromMs), range.toMs)
}

const inZone = (epochMs: number, { timezone }: Calendar) =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timezone)
