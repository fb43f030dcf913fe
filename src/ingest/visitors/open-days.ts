import { Temporal } from 'temporal-polyfill'

/** A day in a project's time zone from which events can still arrive. */
export interface OpenDay {
  /** The date of the day, as `2026-11-20`. */
  readonly day: string
  /** The first instant of the day and the first instant after the day, in epoch ms. */
  readonly fromMs: number
  readonly toMs: number
  /** From this instant on, events of this day count for the day of their arrival. */
  readonly closesMs: number
}

/**
 * How long a day stays open after its end. SDKs stop repeating a request before this much time has passed.
 */
const OPEN_AFTER_END_MS = 48 * 3_600_000

/**
 * Returns the days of `timezone` that are open at `nowMs`, the latest first: tomorrow (for clocks that are
 * ahead), today, and the days that ended less than 48 hours ago.
 */
export function openDays(nowMs: number, timezone: string): readonly OpenDay[] {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timezone).toPlainDate()
  const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(timezone).epochMilliseconds
  const days: OpenDay[] = []
  for (let date = today.add({ days: 1 }); ; date = date.subtract({ days: 1 })) {
    const toMs = startOf(date.add({ days: 1 }))
    const closesMs = toMs + OPEN_AFTER_END_MS
    if (closesMs <= nowMs) return days
    days.push({ day: date.toString(), fromMs: startOf(date), toMs, closesMs })
  }
}
