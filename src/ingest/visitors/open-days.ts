import { Temporal } from 'temporal-polyfill'

/** A day of a project's time zone from which events can still arrive. */
export interface OpenDay {
  /** Its date, as `2026-11-20`. */
  readonly day: string
  /** Its first instant and the first one after it, in epoch ms. */
  readonly fromMs: number
  readonly toMs: number
  /** The first instant at which its events count for the day of their arrival. */
  readonly closesMs: number
}

/** SDKs repeat a request for less than this. */
const OPEN_AFTER_END_MS = 48 * 3_600_000

/** Returns the days of `timezone` that are open at `nowMs`: tomorrow, for clocks that are ahead, today, and those that ended lately. */
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
