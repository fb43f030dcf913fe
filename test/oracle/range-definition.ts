import type { DateRange } from '../../src/query/date-range.ts'
import type { Interval } from '../../src/query/interval.ts'
import type { GivenEvent } from './filter-definition.ts'
import {
  addDays,
  startOfHour,
  startOfMonth,
  startOfQuarter,
  startOfWeek,
  startOfYear,
  wallDate,
  wallTime,
} from './local-time.ts'

export type GivenRange = DateRange
export type GivenInterval = Interval
export interface GivenCalendar {
  readonly timezone: string
  readonly weekStartDay: 0 | 1
  readonly nowMs: number
}

/**
 * Returns the range with the instant at which a range of `all` begins: the first event that is counted, or
 * now if there is none.
 */
export function rangeSinceFirst(
  range: DateRange,
  events: readonly GivenEvent[],
  isCounted: (event: GivenEvent) => boolean,
  { nowMs }: GivenCalendar,
): DateRange {
  if (range.from !== 'all') return range
  const firstMs = Math.min(nowMs, ...events.filter(isCounted).map(({ atMs }) => atMs))
  return { ...range, from: new Date(firstMs).toISOString() }
}

/**
 * Returns the key of the bucket that has an instant. For most intervals it is the date on which the bucket
 * begins. For hours and minutes it is the instant of the beginning, because a clock change can give two
 * hours the same name.
 */
export function bucketKey(atMs: number, interval: Interval, calendar: GivenCalendar): string {
  const date = wallDate(atMs, calendar.timezone)
  switch (interval) {
    case 'minute':
      return new Date(startOfMinute(atMs)).toISOString()
    case 'hour':
      return new Date(startOfHour(atMs, calendar.timezone)).toISOString()
    case 'day':
      return date
    case 'week':
      return startOfWeek(date, calendar.weekStartDay)
    case 'month':
      return startOfMonth(date)
    case 'quarter':
      return startOfQuarter(date)
    case 'year':
      return startOfYear(date)
  }
}

/** Returns the name of a bucket in `days`: its date, or the wall time at which the hour or minute begins. */
export const dayOf = (key: string, interval: Interval, { timezone }: GivenCalendar) =>
  isOfClock(interval) ? wallTime(Date.parse(key), timezone) : key

const isOfClock = (interval: Interval) => interval === 'hour' || interval === 'minute'
// The offsets of all zones of the oracle are whole minutes.
const startOfMinute = (atMs: number) => Math.floor(atMs / 60_000) * 60_000

/**
 * Implements docs/semantics/trends.md, "The range": returns whether an instant is in a range. Reads the dates
 * that the oracle asks: days, times with an offset, `-2d`, `-2w`, `-24h`, `-30M`, `dStart`, `wStart`,
 * `mStart`.
 */
export function isInRange(
  atMs: number,
  range: DateRange,
  interval: Interval,
  calendar: GivenCalendar,
): boolean {
  const exactFromMs = instantOf(range.from, calendar)
  const exactToMs = range.to === null ? Number.NaN : Date.parse(range.to)
  if (range.isExplicit) return exactFromMs <= atMs && atMs <= exactToMs
  const [, countedIn] = COUNTED.exec(range.from) ?? []
  const isExactStart = countedIn !== undefined || (isOfClock(interval) && !Number.isNaN(exactFromMs))
  const isAfterStart = isExactStart
    ? exactFromMs <= atMs
    : wallDate(atMs, calendar.timezone) >= dateOf(range.from, calendar)
  return isAfterStart && isBeforeEnd(atMs, range, interval, calendar)
}

/**
 * A range without an end ends with the present day. If its buckets are hours or minutes, or it begins a
 * number of hours or minutes ago, it ends with the present hour or minute.
 */
function isBeforeEnd(atMs: number, range: DateRange, interval: Interval, calendar: GivenCalendar): boolean {
  const { timezone, nowMs } = calendar
  const date = wallDate(atMs, timezone)
  if (range.to !== null) return date <= dateOf(range.to, calendar)
  const [, countedIn] = COUNTED.exec(range.from) ?? []
  const present = isOfClock(interval) ? interval : countedIn === undefined ? null : clockUnit(countedIn)
  if (present === null) return date <= wallDate(nowMs, timezone)
  return (present === 'hour' ? startOfHour(atMs, timezone) : startOfMinute(atMs)) <= nowMs
}

const COUNTED = /^-\d+([hM])$/
export const clockUnit = (letter: string) => (letter === 'h' ? 'hour' : 'minute')

/** Returns NaN for a date that is a day and not an instant. */
export function instantOf(date: string, { nowMs }: GivenCalendar): number {
  const [, count, unit] = /^-(\d+)([hM])$/.exec(date) ?? []
  if (count !== undefined) return nowMs - Number(count) * (unit === 'h' ? 3_600_000 : 60_000)
  return date.endsWith('Z') ? Date.parse(date) : Number.NaN
}

export function dateOf(date: string, calendar: GivenCalendar): string {
  const { timezone, weekStartDay, nowMs } = calendar
  const exactMs = instantOf(date, calendar)
  if (!Number.isNaN(exactMs)) return wallDate(exactMs, timezone)
  const today = wallDate(nowMs, timezone)
  const [, count, unit] = /^-(\d+)([dw])$/.exec(date) ?? []
  if (count !== undefined) return addDays(today, -Number(count) * (unit === 'w' ? 7 : 1))
  if (date === 'dStart') return today
  if (date === 'wStart') return startOfWeek(today, weekStartDay)
  if (date === 'mStart') return startOfMonth(today)
  return date
}

const DAY_MS = 86_400_000
/** How many days a bucket of the range can reach beyond the written dates. */
const MARGIN_DAYS: Readonly<Record<Interval, number>> = {
  ...{ minute: 2, hour: 2, day: 2, week: 9 },
  ...{ month: 33, quarter: 94, year: 368 },
}

/**
 * Returns the keys of all buckets of a range. Looks at every minute, quarter of an hour or hour in the range,
 * and at its exact ends.
 */
export function bucketKeys(range: DateRange, interval: Interval, calendar: GivenCalendar): string[] {
  const ends = [range.from, range.to ?? 'dStart'].map((date) => {
    const exactMs = instantOf(date, calendar)
    return Number.isNaN(exactMs) ? Date.parse(`${dateOf(date, calendar)}T00:00:00Z`) : exactMs
  })
  const stepMs = interval === 'minute' ? 60_000 : interval === 'hour' ? 900_000 : 3_600_000
  const marginMs = MARGIN_DAYS[interval] * DAY_MS
  const candidates = [...ends]
  const earliestMs = Math.floor(Math.min(...ends) / DAY_MS) * DAY_MS - marginMs
  for (let atMs = earliestMs; atMs <= Math.max(...ends) + marginMs; atMs += stepMs) candidates.push(atMs)
  const inRange = candidates.filter((atMs) => isInRange(atMs, range, interval, calendar))
  return [...new Set(inRange.map((atMs) => bucketKey(atMs, interval, calendar)))].sort()
}
