import {
  addDays,
  addMonths,
  instantShowing,
  onPaper,
  startOfHour,
  startOfMonth,
  startOfQuarter,
  startOfWeek,
  startOfYear,
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

/** The span of time that a question asks about. */
export interface Period {
  /**
   * Whether the period begins at the start of its first interval. True in stickiness and lifecycles without
   * explicit dates.
   */
  readonly startsWithInterval: boolean
  /**
   * The beginning. Usually it is a day. If a range in hours or minutes begins in the middle of a day, it is
   * the beginning of the first hour, or the first instant.
   */
  readonly first: { readonly date: string } | { readonly hourMs: number } | { readonly atMs: number }
  /** The last day or hour, which is included as a whole, or the last instant. */
  readonly last: { readonly date: string } | { readonly hourMs: number } | { readonly atMs: number }
  readonly interval: GivenInterval
  readonly calendar: GivenCalendar
}
/** The distance by which a period is moved back. */
export interface Shift {
  readonly days: number
  readonly months: number
}

/** Returns the period of a stickiness or lifecycle, for the dates that `isInRange` supports except `all`. */
export const periodOf = (range: GivenRange, interval: GivenInterval, calendar: GivenCalendar): Period => ({
  startsWithInterval: !range.isExplicit,
  first: firstOf(range, interval, calendar),
  last: lastOf(range, interval, calendar),
  interval,
  calendar,
})

function firstOf(range: GivenRange, interval: GivenInterval, calendar: GivenCalendar): Period['first'] {
  if (range.isExplicit) return { atMs: explicitInstant(range.from, calendar) }
  const fromMs = instantOf(range.from, calendar)
  if (interval === 'minute' && !Number.isNaN(fromMs)) return { atMs: startOfMinute(fromMs) }
  return interval === 'hour' && !Number.isNaN(fromMs)
    ? { hourMs: startOfHour(fromMs, calendar.timezone) }
    : { date: startOfInterval(dayFrom(dateOf(range.from, calendar), calendar), interval, calendar) }
}

/**
 * Returns the first day of a period that would begin with `date`. A day that the zone left out is in no
 * period: a period that would begin with it begins with the day after, and one that would end with it ends
 * with the day before.
 */
export const dayFrom = (date: string, { timezone }: GivenCalendar) =>
  wallDate(instantShowing(`${date} 00:00:00`, timezone), timezone)
const dayUpTo = (date: string, calendar: GivenCalendar) =>
  dayFrom(date, calendar) === date ? date : addDays(date, -1)

function lastOf(range: GivenRange, interval: GivenInterval, calendar: GivenCalendar): Period['last'] {
  const { timezone, nowMs } = calendar
  if (range.isExplicit) return { atMs: explicitInstant(range.to, calendar) }
  if (range.to !== null) return { date: dayUpTo(dateOf(range.to, calendar), calendar) }
  return interval === 'minute' || interval === 'hour'
    ? presentOf(interval, calendar)
    : { date: wallDate(nowMs, timezone) }
}

/** Returns the end of the present hour or minute. */
export const presentOf = (unit: 'hour' | 'minute', { nowMs, timezone }: GivenCalendar): Period['last'] =>
  unit === 'hour' ? { hourMs: startOfHour(nowMs, timezone) } : { atMs: startOfMinute(nowMs) + MINUTE_MS - 1 }

function explicitInstant(date: string | null, calendar: GivenCalendar): number {
  const atMs = date === null ? Number.NaN : instantOf(date, calendar)
  if (Number.isNaN(atMs)) throw new Error('The definition supports explicit ranges between two instants only')
  return atMs
}

export function startOfInterval(
  date: string,
  interval: GivenInterval,
  { weekStartDay }: GivenCalendar,
): string {
  if (interval === 'week') return startOfWeek(date, weekStartDay)
  if (interval === 'quarter') return startOfQuarter(date)
  if (interval === 'year') return startOfYear(date)
  return interval === 'month' ? startOfMonth(date) : date
}

export const isInPeriod = (atMs: number, { first, last, calendar: { timezone } }: Period): boolean =>
  sideOf(atMs, first, timezone) >= 0 && sideOf(atMs, last, timezone) <= 0

/**
 * Returns a negative number for an instant before this end of a period, 0 for one in its day or hour, and a
 * positive number for one after it.
 */
function sideOf(atMs: number, end: Period['first'], timezone: string): number {
  if ('atMs' in end) return atMs - end.atMs
  if ('hourMs' in end) return startOfHour(atMs, timezone) - end.hourMs
  const date = wallDate(atMs, timezone)
  return date < end.date ? -1 : Number(date > end.date)
}

const MINUTE_MS = 60_000
const startOfMinute = (atMs: number) => Math.floor(atMs / MINUTE_MS) * MINUTE_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const MARGIN_MS = 2 * DAY_MS

/**
 * Returns the keys of all intervals of a period. Looks at every quarter of an hour (or every hour, or minute)
 * in the period, and at both of its ends.
 */
export function periodKeys(period: Period): string[] {
  const { first, last, interval, calendar } = period
  const [fromMs, toMs] = [first, last].map((end) => {
    if ('date' in end) return onPaper(`${end.date} 00:00:00`)
    return 'hourMs' in end ? end.hourMs : end.atMs
  }) as [number, number]
  const stepMs = interval === 'minute' ? MINUTE_MS : interval === 'hour' ? 15 * MINUTE_MS : HOUR_MS
  const candidates = [fromMs, toMs]
  const earliestMs = Math.floor(fromMs / DAY_MS) * DAY_MS - MARGIN_MS
  for (let atMs = earliestMs; atMs <= toMs + MARGIN_MS; atMs += stepMs) candidates.push(atMs)
  const found = candidates.filter((atMs) => isInPeriod(atMs, period))
  return [...new Set(found.map((atMs) => bucketKey(atMs, interval, calendar)))].sort()
}

/** Returns the key of the interval before the given one. */
export function keyBefore(key: string, interval: GivenInterval, { timezone }: GivenCalendar): string {
  switch (interval) {
    case 'minute':
      return new Date(Date.parse(key) - MINUTE_MS).toISOString()
    case 'hour':
      return new Date(startOfHour(Date.parse(key) - 1, timezone)).toISOString()
    case 'day':
      return addDays(key, -1)
    case 'week':
      return addDays(key, -7)
    case 'month':
      return addMonths(key, -1)
    case 'quarter':
      return addMonths(key, -3)
    case 'year':
      return addMonths(key, -12)
  }
}

/**
 * Moves both ends of a period back on the wall clock. A whole day stays a whole day and a whole hour of the
 * clock a whole hour, however long they last: what moves is the midnight that ends the day. A period that
 * starts with its first interval also does so after the move. For example, a week moved back by a month
 * begins in mid-week; the moved period then begins with the first day of that week.
 */
export function movedBack(period: Period, shift: Shift, isAsked = false): Period {
  const { first, last, interval, calendar } = period
  const { timezone } = calendar
  const instantAt = (wall: string) => instantShowing(earlier(wall, shift), timezone)
  const exactly = (atMs: number, wall = wallTime(atMs, timezone)) => ({
    atMs: instantAt(wall) + (((atMs % 1000) + 1000) % 1000),
  })
  const movedFirst = () => {
    if ('date' in first) {
      const date = earlier(first.date, shift)
      return { date: period.startsWithInterval ? startOfInterval(date, interval, calendar) : date }
    }
    if ('atMs' in first) return exactly(first.atMs, wallOfFirst(first, timezone))
    return { hourMs: startOfHour(instantAt(wallOfFirst(first, timezone)), timezone) }
  }
  const movedLast = () => {
    if ('date' in last) return { date: addDays(earlier(addDays(last.date, 1), shift), -1) }
    if ('atMs' in last) return exactly(last.atMs)
    return { atMs: instantAt(fromPaper(hourOnPaper(last.hourMs, timezone) + HOUR_MS)) - 1 }
  }
  return { ...period, first: movedFirst(), last: lastOfMonths(period, shift, isAsked) ?? movedLast() }
}

/**
 * Returns the last day or instant of a moved period if the earlier month lacks the day at one of the two
 * ends; null if both days exist. If `compare_to` asks for the move, the period is as long as before the
 * move. Otherwise it ends with the last day of the earlier month.
 */
function lastOfMonths(period: Period, shift: Shift, isAsked: boolean): Period['last'] | null {
  const { first, last, calendar } = period
  const { timezone } = calendar
  const exists = (paperMs: number) => {
    const date = fromPaper(paperMs).slice(0, 10)
    return addMonths(date, -shift.months).slice(8) === date.slice(8)
  }
  const firstPaperMs =
    onPaper(wallOfFirst(first, timezone)) + ('atMs' in first ? millisecondsOf(first.atMs) : 0)
  const endPaperMs = endOnPaper(last, timezone)
  const ending = (paperMs: number) => ({
    atMs: instantShowing(fromPaper(paperMs), timezone) + millisecondsOf(paperMs) - 1,
  })
  if (exists(endPaperMs) && (!isAsked || exists(firstPaperMs))) return null
  if (!isAsked) return { date: earlier(fromPaper(endPaperMs), shift).slice(0, 10) }
  const movedPaperMs = onPaper(earlier(fromPaper(firstPaperMs), shift)) + millisecondsOf(firstPaperMs)
  return ending(movedPaperMs + endPaperMs - firstPaperMs)
}

const millisecondsOf = (atMs: number) => ((atMs % 1000) + 1000) % 1000

/** Returns the first instant after a period, as its wall clock shows it. */
function endOnPaper(last: Period['last'], timezone: string): number {
  if ('date' in last) return onPaper(`${addDays(last.date, 1)} 00:00:00`)
  if ('hourMs' in last) return hourOnPaper(last.hourMs, timezone) + HOUR_MS
  return onPaper(wallTime(last.atMs, timezone)) + millisecondsOf(last.atMs) + 1
}

/**
 * Moves the date of a date or a wall time back. If the earlier month has no such day, its last day is
 * taken.
 */
const earlier = (wall: string, { days, months }: Shift) =>
  `${addDays(addMonths(wall.slice(0, 10), -months), -days)}${wall.slice(10)}`

const fromPaper = (paperMs: number) => new Date(paperMs).toISOString().slice(0, 19).replace('T', ' ')

/** Returns the full hour that a clock showed last, in the form of `onPaper`. */
const hourOnPaper = (atMs: number, timezone: string) =>
  Math.floor(onPaper(wallTime(atMs, timezone)) / HOUR_MS) * HOUR_MS

/**
 * Returns how many days a period in hours lasts, at least one. A begun day counts as a day. The last hour
 * is not counted if it is not over, or not wholly in the period. If the clocks changed, the smaller of two
 * durations counts: the one on the wall clock and the one that passed.
 */
export function daysLasting(period: Period): number {
  const { first, calendar } = period
  const { timezone, nowMs } = calendar
  const lastHourMs = Date.parse(periodKeys(period).at(-1) ?? '')
  let nextHourMs = lastHourMs + MINUTE_MS
  while (startOfHour(nextHourMs, timezone) === lastHourMs) nextHourMs += MINUTE_MS
  const isFinished = nextHourMs <= nowMs && isInPeriod(nextHourMs - 1, period)
  const endOnPaper = hourOnPaper(lastHourMs, timezone) + (isFinished ? HOUR_MS : 0)
  const onWallMs = endOnPaper - onPaper(wallOfFirst(first, timezone))
  const passedMs = (isFinished ? nextHourMs : lastHourMs) - startMs(first, timezone)
  return Math.max(1, Math.ceil(Math.min(onWallMs, passedMs) / DAY_MS))
}

/** Returns the first instant of a period. */
export const firstMs = ({ first, calendar }: Period): number => startMs(first, calendar.timezone)

function startMs(first: Period['first'], timezone: string): number {
  if ('date' in first) return instantShowing(`${first.date} 00:00:00`, timezone)
  return 'hourMs' in first ? first.hourMs : first.atMs
}

/**
 * Returns the wall time of a period's begin. The first instant of a day counts as its midnight, even if the
 * clock jumps over midnight.
 */
function wallOfFirst(first: Period['first'], timezone: string): string {
  const atMs = startMs(first, timezone)
  const date = 'date' in first ? first.date : wallDate(atMs, timezone)
  return 'date' in first || wallDate(atMs - 1, timezone) < date
    ? `${date} 00:00:00`
    : wallTime(atMs, timezone)
}

/** Moves both ends of a period back by a length of time that passes, whatever the wall clock shows. */
export function passedBack(period: Period, ms: number): Period {
  const { first, last, calendar } = period
  const { timezone } = calendar
  const endMs = (end: Period['last']) => {
    if ('atMs' in end) return end.atMs
    if ('date' in end) return instantShowing(`${addDays(end.date, 1)} 00:00:00`, timezone) - 1
    throw new Error('The definition moves no ranges by the hour as time passes')
  }
  return { ...period, first: { atMs: startMs(first, timezone) - ms }, last: { atMs: endMs(last) - ms } }
}
