import {
  addDays,
  addMonths,
  instantShowing,
  onPaper,
  startOfHour,
  startOfMonth,
  startOfWeek,
  wallDate,
  wallTime,
} from './local-time.ts'
import {
  bucketKey,
  dateOf,
  type GivenCalendar,
  type GivenInterval,
  type GivenRange,
  instantOf,
} from './range-definition.ts'

/** A range that begins at the start of its first interval, as stickiness and lifecycles have it. */
export interface Period {
  /** The first day, or where a range in hours begins in the middle of a day, the beginning of its first hour. */
  readonly first: { readonly date: string } | { readonly hourMs: number }
  /** The last day or hour, which is whole, or the last instant. */
  readonly last: { readonly date: string } | { readonly hourMs: number } | { readonly atMs: number }
  readonly interval: GivenInterval
  readonly calendar: GivenCalendar
}
/** How far a period is moved back. */
export interface Shift {
  readonly days: number
  readonly months: number
}

/** For the dates that `isInRange` knows, `all` excepted. A range of explicit instants begins with a whole interval as well. */
export function periodOf(range: GivenRange, interval: GivenInterval, calendar: GivenCalendar): Period {
  const fromMs = instantOf(range.from, calendar)
  const first =
    interval === 'hour' && !Number.isNaN(fromMs)
      ? { hourMs: startOfHour(fromMs, calendar.timezone) }
      : { date: startOfInterval(dateOf(range.from, calendar), interval, calendar) }
  return { first, last: lastOf(range, interval, calendar), interval, calendar }
}

function lastOf(range: GivenRange, interval: GivenInterval, calendar: GivenCalendar): Period['last'] {
  const { timezone, nowMs } = calendar
  if (range.isExplicit) return { atMs: explicitInstant(range.to, calendar) }
  if (range.to !== null) return { date: dateOf(range.to, calendar) }
  return interval === 'hour' ? { hourMs: startOfHour(nowMs, timezone) } : { date: wallDate(nowMs, timezone) }
}

function explicitInstant(date: string | null, calendar: GivenCalendar): number {
  const atMs = date === null ? Number.NaN : instantOf(date, calendar)
  if (Number.isNaN(atMs)) throw new Error('The definition knows explicit ranges between two instants only')
  return atMs
}

function startOfInterval(date: string, interval: GivenInterval, { weekStartDay }: GivenCalendar): string {
  if (interval === 'week') return startOfWeek(date, weekStartDay)
  return interval === 'month' ? startOfMonth(date) : date
}

export function isInPeriod(atMs: number, { first, last, calendar: { timezone } }: Period): boolean {
  const isAfterStart =
    'date' in first ? first.date <= wallDate(atMs, timezone) : first.hourMs <= startOfHour(atMs, timezone)
  if ('date' in last) return isAfterStart && wallDate(atMs, timezone) <= last.date
  return isAfterStart && ('hourMs' in last ? startOfHour(atMs, timezone) <= last.hourMs : atMs <= last.atMs)
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const MARGIN_MS = 2 * DAY_MS

/** The keys of all intervals of a period: of every quarter of an hour (or hour) that is in it, and of its last instant. */
export function periodKeys(period: Period): string[] {
  const { first, last, interval, calendar } = period
  const [fromMs, toMs] = [first, last].map((end) => {
    if ('date' in end) return onPaper(`${end.date} 00:00:00`)
    return 'hourMs' in end ? end.hourMs : end.atMs
  }) as [number, number]
  const stepMs = interval === 'hour' ? 15 * MINUTE_MS : HOUR_MS
  const candidates = [toMs]
  const earliestMs = Math.floor(fromMs / DAY_MS) * DAY_MS - MARGIN_MS
  for (let atMs = earliestMs; atMs <= toMs + MARGIN_MS; atMs += stepMs) candidates.push(atMs)
  const found = candidates.filter((atMs) => isInPeriod(atMs, period))
  return [...new Set(found.map((atMs) => bucketKey(atMs, interval, calendar)))].sort()
}

/** The key of the interval that ends where another begins. */
export function keyBefore(key: string, interval: GivenInterval, { timezone }: GivenCalendar): string {
  switch (interval) {
    case 'hour':
      return new Date(startOfHour(Date.parse(key) - 1, timezone)).toISOString()
    case 'day':
      return addDays(key, -1)
    case 'week':
      return addDays(key, -7)
    case 'month':
      return addMonths(key, -1)
  }
}

/**
 * Both ends so much earlier on the wall clock. A whole day stays a whole day and a whole hour of the clock a whole one,
 * however long they last. The first interval stays whole as well: a week moved back by a month begins in mid-week, and
 * the period then with that week's first day.
 */
export function movedBack(period: Period, shift: Shift): Period {
  const { first, last, interval, calendar } = period
  const { timezone } = calendar
  const instantAt = (wall: string) => instantShowing(earlier(wall, shift), timezone)
  const movedFirst =
    'date' in first
      ? { date: startOfInterval(earlier(first.date, shift), interval, calendar) }
      : { hourMs: startOfHour(instantAt(wallTime(first.hourMs, timezone)), timezone) }
  if ('date' in last) return { ...period, first: movedFirst, last: { date: earlier(last.date, shift) } }
  const lastMs =
    'hourMs' in last
      ? instantAt(fromPaper(hourOnPaper(last.hourMs, timezone) + HOUR_MS)) - 1
      : instantAt(wallTime(last.atMs, timezone)) + (last.atMs % 1000)
  return { ...period, first: movedFirst, last: { atMs: lastMs } }
}

/** A date, or a wall time, of which the date changes. Of months of different length the last day stands for a later one. */
const earlier = (wall: string, { days, months }: Shift) =>
  `${addDays(addMonths(wall.slice(0, 10), -months), -days)}${wall.slice(10)}`

const fromPaper = (paperMs: number) => new Date(paperMs).toISOString().slice(0, 19).replace('T', ' ')

/** The full hour that a clock showed last, in the form of `onPaper`. */
const hourOnPaper = (atMs: number, timezone: string) =>
  Math.floor(onPaper(wallTime(atMs, timezone)) / HOUR_MS) * HOUR_MS

/**
 * How many days a period in hours lasts on the wall clock, begun days included, without its last hour where that is not
 * over or not wholly in the period; at least one.
 */
export function daysLasting(period: Period): number {
  const { first, calendar } = period
  const { timezone, nowMs } = calendar
  const lastHourMs = Date.parse(periodKeys(period).at(-1) ?? '')
  let nextHourMs = lastHourMs + MINUTE_MS
  while (startOfHour(nextHourMs, timezone) === lastHourMs) nextHourMs += MINUTE_MS
  const isFinished = nextHourMs <= nowMs && isInPeriod(nextHourMs - 1, period)
  const endMs = hourOnPaper(lastHourMs, timezone) + (isFinished ? HOUR_MS : 0)
  const startMs = 'date' in first ? onPaper(`${first.date} 00:00:00`) : hourOnPaper(first.hourMs, timezone)
  return Math.max(1, Math.ceil((endMs - startMs) / DAY_MS))
}
