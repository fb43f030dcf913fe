const clocks = new Map<string, (second: number) => string>()

/** What a clock on the wall shows: `2026-11-20 12:00:00`. Sorts as text, except where the clocks go back. */
export function wallTime(atMs: number, timezone: string): string {
  const clock = clocks.get(timezone) ?? clockOf(timezone)
  clocks.set(timezone, clock)
  return clock(Math.floor(atMs / 1000))
}

// Remembers what it showed: the definitions look at the same moments again and again.
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
  const shown = new Map<number, string>()
  return (second) => {
    const before = shown.get(second)
    if (before !== undefined) return before
    const parts = Object.fromEntries(
      format.formatToParts(second * 1000).map(({ type, value }) => [type, value]),
    )
    const time = `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}:${parts.second}`
    shown.set(second, time)
    return time
  }
}

/** `2026-11-20` */
export const wallDate = (atMs: number, timezone: string) => wallTime(atMs, timezone).slice(0, 10)

/** A date so many days later; a calendar on paper, which knows no clock. */
export const addDays = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

export const startOfWeek = (date: string, weekStartDay: 0 | 1): string =>
  new Date(`${date}T00:00:00Z`).getUTCDay() === weekStartDay
    ? date
    : startOfWeek(addDays(date, -1), weekStartDay)

export const startOfMonth = (date: string) => `${date.slice(0, 7)}-01`

const MINUTE_MS = 60_000

/** The last moment, not after `atMs`, at which the clock showed a full hour or jumped over one. */
export function startOfHour(atMs: number, timezone: string): number {
  let startMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS
  while (!isHourBeginning(startMs, timezone)) startMs -= MINUTE_MS
  return startMs
}

function isHourBeginning(atMs: number, timezone: string): boolean {
  const shown = wallTime(atMs, timezone)
  return shown.endsWith(':00:00') || shown.slice(0, 13) !== wallTime(atMs - MINUTE_MS, timezone).slice(0, 13)
}
