import { addDays, addMonths, instantShowing, wallDate, wallTime } from './local-time.ts'
import { dayFrom, isInPeriod, type Period, periodKeys, periodOf, presentOf } from './period-definition.ts'
import {
  bucketKey,
  clockUnit,
  dateOf,
  dayOf,
  type GivenCalendar,
  type GivenInterval,
  type GivenRange,
  instantOf,
} from './range-definition.ts'

/**
 * Implements docs/semantics/trends.md, "The range". A start in hours is taken exactly, and so is any time
 * if buckets are hours or minutes; any other start is the midnight of its day. The end is the same as in a
 * stickiness, except that a range that begins a number of hours ago ends with the present hour.
 */
export function trendPeriod(range: GivenRange, interval: GivenInterval, calendar: GivenCalendar): Period {
  const fromMs = instantOf(range.from, calendar)
  const [, countedIn] = /^-\d+([hM])$/.exec(range.from) ?? []
  const isExact = countedIn !== undefined || (isOfClock(interval) && !Number.isNaN(fromMs))
  const period = { ...periodOf(range, interval, calendar), startsWithInterval: false }
  if (range.isExplicit) return period
  const isOfPresent = range.to === null && countedIn !== undefined && !isOfClock(interval)
  return {
    ...period,
    first: isExact ? { atMs: fromMs } : { date: dayFrom(dateOf(range.from, calendar), calendar) },
    ...(isOfPresent && { last: presentOf(clockUnit(countedIn), calendar) }),
  }
}

/** A bucket of a period: its key, its begin and end, and its name in `days` and in `labels`. */
export interface Bucket {
  readonly key: string
  readonly startMs: number
  /** The first instant after the bucket. */
  readonly endMs: number
  readonly day: string
  readonly label: string
  /** Whether the bucket is over and lies wholly in the period. */
  readonly isWhole: boolean
}

export function bucketsOf(period: Period): Bucket[] {
  const { interval, calendar } = period
  return periodKeys(period).map((key) => {
    const [startMs, endMs] = [startOf(key, interval, calendar), endOf(key, interval, calendar)]
    const day = dayOf(key, interval, calendar)
    const isCut = !isInPeriod(startMs, period) || !isInPeriod(endMs - 1, period)
    return {
      key,
      startMs,
      endMs,
      day,
      label: labelOf(day, startMs, calendar),
      isWhole: endMs <= calendar.nowMs && !isCut,
    }
  })
}

const midnight = (date: string, { timezone }: GivenCalendar) => instantShowing(`${date} 00:00:00`, timezone)

const startOf = (key: string, interval: GivenInterval, calendar: GivenCalendar): number =>
  isOfClock(interval) ? Date.parse(key) : midnight(key, calendar)

const isOfClock = (interval: GivenInterval) => interval === 'hour' || interval === 'minute'

function endOf(key: string, interval: GivenInterval, calendar: GivenCalendar): number {
  switch (interval) {
    case 'minute':
      return Date.parse(key) + 60_000
    case 'hour': {
      let endMs = Date.parse(key)
      while (bucketKey(endMs, interval, calendar) === key) endMs += 900_000
      return endMs
    }
    case 'day':
      return midnight(addDays(key, 1), calendar)
    case 'week':
      return midnight(addDays(key, 7), calendar)
    case 'month':
      return midnight(addMonths(key, 1), calendar)
    case 'quarter':
      return midnight(addMonths(key, 3), calendar)
    case 'year':
      return midnight(addMonths(key, 12), calendar)
  }
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/**
 * Returns a label such as `8-Jan-2024`, or with a time of day `8-Jan-2024 14:00`. A time that the clock shows
 * twice also gets its offset.
 */
function labelOf(day: string, startMs: number, { timezone }: GivenCalendar): string {
  const [date = '', time] = day.split(' ')
  const [year, month, dayOfMonth] = date.split('-').map(Number)
  const label = `${dayOfMonth}-${MONTHS[(month ?? 1) - 1]}-${year}`
  if (time === undefined) return label
  const isTwice = [-60, -30, 30, 60].some((minutes) => wallTime(startMs + minutes * 60_000, timezone) === day)
  return `${label} ${time.slice(0, 5)}${isTwice ? ` ${offsetOf(day, startMs)}` : ''}`
}

/** Returns how far a wall time is ahead of UTC at an instant: `+02:00`. */
function offsetOf(wall: string, atMs: number): string {
  const minutes = (Date.parse(`${wall.replace(' ', 'T')}Z`) - atMs) / 60_000
  const written = new Date(Math.abs(minutes) * 60_000).toISOString().slice(11, 16)
  return `${minutes < 0 ? '-' : '+'}${written}`
}

/** Returns the last instant of a period. */
export function lastMs({ last, calendar }: Period): number {
  if ('date' in last) return midnight(addDays(last.date, 1), calendar) - 1
  if ('atMs' in last) return last.atMs
  return endOf(new Date(last.hourMs).toISOString(), 'hour', calendar) - 1
}

/** A span of time that includes its begin and excludes its end. */
export type Window = readonly [fromMs: number, endMs: number]

/**
 * Implements docs/semantics/trends.md, "Maths": returns the window of `days` days that ends with a bucket, or
 * with the period if that ends first. A bucket of null asks for the window of the whole period.
 */
export function windowOf(bucket: Bucket | null, days: number, period: Period): Window {
  const { interval, calendar } = period
  const { timezone } = calendar
  const endMs = Math.min(bucket?.endMs ?? Number.POSITIVE_INFINITY, lastMs(period) + 1)
  if (bucket === null || !isOfClock(interval))
    return [midnight(addDays(wallDate(endMs - 1, timezone), 1 - days), calendar), endMs]
  const wall = wallTime(endMs, timezone)
  const sameTime = `${addDays(wall.slice(0, 10), -days)}${wall.slice(10)}`
  return [instantShowing(sameTime, timezone) + (endMs % 1000), endMs]
}
