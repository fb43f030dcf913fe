import { Temporal } from 'temporal-polyfill'
import { unitOf } from '#query/date-range.ts'
import { type Calendar, startOf, startOfNext } from '#query/date-text.ts'
import type { Moment } from '#query/moment.ts'
import type { Period } from './resolve.ts'

/** A range up to 23:59:59 has the whole day for its author: a time without a fraction is that of its second. */
const SECOND_MS = 1000

/**
 * The `day` of each bucket that is not whole, in order: it is not over at the moment of the question, or the range begins or
 * ends within it. `period` is that of the question or that of its comparison, each of which is cut by its own range.
 */
export function incompleteDays(
  period: Period,
  moment: Pick<Moment, 'nowMs' | 'calendar' | 'time'>,
): string[] {
  const areWhole = wholeBuckets(period, moment)
  return period.buckets.flatMap(({ day }, i) => (areWhole[i] ? [] : [day]))
}

/** Whether each bucket is whole, as {@link incompleteDays} names those that are not. */
export function wholeBuckets(period: Period, moment: Pick<Moment, 'nowMs' | 'calendar' | 'time'>): boolean[] {
  const { buckets, fromMs, toMs } = period
  if (moment.time.interval === null) return []
  return buckets.map(({ startMs }, i) => {
    const endMs = endOfBucket(period, i, moment)
    return startMs >= fromMs && endMs < toMs + SECOND_MS && endMs <= moment.nowMs
  })
}

/** The end of the bucket at a place, also if the range ends within it. */
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

/** The end of the whole buckets that a period begins with; its start if the first bucket is not whole. */
export function wholeUntilMs(period: Period, moment: Pick<Moment, 'nowMs' | 'calendar' | 'time'>): number {
  const first = wholeBuckets(period, moment).indexOf(false)
  return first < 0
    ? endOfBucket(period, period.buckets.length - 1, moment)
    : (period.buckets[first]?.startMs ?? 0)
}

/**
 * The instant of the range from which its intervals are not over: the start of the present one. Two answers of one range have
 * the same incomplete days if it is the same for both.
 */
export function notOverFromMs({ nowMs, calendar, time, range }: Omit<Moment, 'ends'>): number {
  if (time.interval === null) return range.toMs
  const present = startOf(inZone(nowMs, calendar), unitOf(time.interval), calendar.weekStartDay)
  return Math.min(Math.max(present.epochMilliseconds, range.fromMs), range.toMs)
}

const inZone = (epochMs: number, { timezone }: Calendar) =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timezone)
