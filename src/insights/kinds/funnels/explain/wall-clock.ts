import { Temporal } from 'temporal-polyfill'

/** Writes instants as local times of a time zone. */
export interface WallClock {
  /**
   * Returns the date and time, such as `2026-11-20 10:30:00`. Milliseconds are written if there are any.
   * The offset is written if clocks are set back and show the time twice.
   */
  full(ms: number): string
  /**
   * Returns only the time, such as `10:30:00`, if the instant is on the same day as `nearMs`; otherwise the
   * same as `full`.
   */
  short(ms: number, nearMs: number): string
}

export function wallClock(timezone: string): WallClock {
  const at = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone)
  const timeOf = (ms: number) => {
    const zoned = at(ms)
    const time = zoned.toPlainTime().toString({ smallestUnit: ms % 1000 === 0 ? 'second' : 'millisecond' })
    return isShownTwice(zoned) ? `${time} (UTC${zoned.offset})` : time
  }
  const dayOf = (ms: number) => at(ms).toPlainDate().toString()
  const full = (ms: number) => `${dayOf(ms)} ${timeOf(ms)}`
  return { full, short: (ms, nearMs) => (dayOf(ms) === dayOf(nearMs) ? timeOf(ms) : full(ms)) }
}

function isShownTwice(zoned: Temporal.ZonedDateTime): boolean {
  const shown = zoned.toPlainDateTime()
  const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
    shown.toZonedDateTime(zoned.timeZoneId, { disambiguation }),
  )
  return first?.epochMilliseconds !== second?.epochMilliseconds
}
