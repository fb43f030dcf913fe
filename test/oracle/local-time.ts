const QUARTER_MS = 900_000

const clocks = new Map<string, (second: number) => string>()

/**
 * Returns the time that a wall clock shows: `2026-11-20 12:00:00`. It sorts as text, except when the clocks
 * go back.
 */
export function wallTime(atMs: number, timezone: string): string {
  const clock = clocks.get(timezone) ?? clockOf(timezone)
  clocks.set(timezone, clock)
  return clock(Math.floor(atMs / 1000))
}

// Definitions use the same moments again and again. The function therefore remembers how far the clock is
// from UTC in each quarter of an hour. No zone of the oracles changes its clocks within a quarter.
function clockOf(timezone: string): (second: number) => string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const aheadMs = new Map<number, number>()
  const shown = new Map<number, string>()
  return (second) => {
    const before = shown.get(second)
    if (before !== undefined) return before
    const quarter = Math.floor((second * 1000) / QUARTER_MS)
    const ahead = aheadMs.get(quarter) ?? shownAt(format, quarter * QUARTER_MS) - quarter * QUARTER_MS
    aheadMs.set(quarter, ahead)
    const time = new Date(second * 1000 + ahead).toISOString().slice(0, 19).replace('T', ' ')
    shown.set(second, time)
    return time
  }
}

/** Returns the time that the clock shows, as the epoch ms of the same time in UTC. */
function shownAt(format: Intl.DateTimeFormat, atMs: number): number {
  const parts = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, value]))
  return onPaper(`${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}:${parts.second}`)
}

/** Returns the date that a wall clock shows: `2026-11-20`. */
export const wallDate = (atMs: number, timezone: string) => wallTime(atMs, timezone).slice(0, 10)

/** Returns the date this many days later, on a calendar that knows no clock. */
export const addDays = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

export const startOfWeek = (date: string, weekStartDay: 0 | 1): string =>
  new Date(`${date}T00:00:00Z`).getUTCDay() === weekStartDay
    ? date
    : startOfWeek(addDays(date, -1), weekStartDay)

export const startOfMonth = (date: string) => `${date.slice(0, 7)}-01`

/** Returns the first day of the quarter: of January, April, July or October. */
export const startOfQuarter = (date: string) => {
  const months = Number(date.slice(5, 7)) - 1
  return addMonths(startOfMonth(date), -(months % 3))
}
export const startOfYear = (date: string) => `${date.slice(0, 4)}-01-01`

/** Returns the same day this many months later. If that month has no such day, returns its last day. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const [first, next] = [0, 1].map((more) => isoDate(Date.UTC(year, month - 1 + months + more, 1)))
  const last = addDays(next ?? '', -1)
  const same = `${first?.slice(0, 8)}${String(day).padStart(2, '0')}`
  return same < last ? same : last
}

const isoDate = (atMs: number) => new Date(atMs).toISOString().slice(0, 10)

/** Reads a wall time as if it were UTC, so that wall times can be subtracted. */
export const onPaper = (wall: string) => Date.parse(`${wall.replace(' ', 'T')}Z`)

/** The greatest distance of any zone from UTC, in quarters of an hour. */
const FARTHEST = 15 * 4

/**
 * Returns the instant at which the clock shows a time such as `2026-11-20 12:00:00`; the first one if the
 * clock shows it twice. A time that the clock jumps over is moved forward by the length of the jump.
 */
export function instantShowing(wall: string, timezone: string): number {
  const key = `${timezone} ${wall}`
  const instant = instants.get(key) ?? findInstant(wall, timezone)
  instants.set(key, instant)
  return instant
}
const instants = new Map<string, number>()

function findInstant(wall: string, timezone: string): number {
  const near = Array.from({ length: 2 * FARTHEST + 1 }, (_, i) => onPaper(wall) + (i - FARTHEST) * QUARTER_MS)
  const found = near.find((atMs) => wallTime(atMs, timezone) === wall)
  if (found !== undefined) return found
  const beforeMs = near.findLast((atMs) => wallTime(atMs, timezone) < wall) ?? Number.NaN
  return beforeMs + onPaper(wall) - onPaper(wallTime(beforeMs, timezone))
}

const MINUTE_MS = 60_000

/**
 * Returns the last moment up to `atMs` at which the clock showed a full hour or jumped over one. In UTC,
 * such a moment is always at a quarter of an hour.
 */
export function startOfHour(atMs: number, timezone: string): number {
  let startMs = Math.floor(atMs / QUARTER_MS) * QUARTER_MS
  while (!isHourBeginning(startMs, timezone)) startMs -= QUARTER_MS
  return startMs
}

function isHourBeginning(atMs: number, timezone: string): boolean {
  const shown = wallTime(atMs, timezone)
  return shown.endsWith(':00:00') || shown.slice(0, 13) !== wallTime(atMs - MINUTE_MS, timezone).slice(0, 13)
}
