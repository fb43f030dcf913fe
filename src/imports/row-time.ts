import { parseInstant } from '#ingest/wire/sent-instant.ts'
import type { TimeForm } from '#ingest/wire/time-form.ts'
import { STORABLE } from '#sql/events.ts'
import type { Refusal } from './row.ts'

const AHEAD_MS = 23 * 3_600_000

/** The known facts about the times in a file. */
export interface TimesOfFile {
  readonly nowMs: number
  /**
   * The form that the owner of the file states for its times. If absent, each time is read by its own form.
   */
  readonly timeForm?: TimeForm
}

/**
 * Returns the time of a row in epoch ms. If the row has none, returns the reason, which names the `column`.
 * Times have the same forms as in capture. Without a valid time, capture would store the event with the
 * time of its arrival, which is wrong for an event of the past.
 */
export function rowTime(value: unknown, column: string, { nowMs, timeForm }: TimesOfFile): number | Refusal {
  if (value === undefined || value === null || value === '') return { reason: `The row has no ${column}.` }
  const ms = parseInstant(value, timeForm)
  const refuse = (what: string): Refusal => ({
    reason: `The ${titleOf(column, JSON.stringify(value).slice(0, 60))} is ${what}`,
    kind: `The ${titleOf(column)} is ${what}`,
  })
  if (Number.isNaN(ms)) return refuse(UNREADABLE)
  if (ms < STORABLE.fromMs || ms >= STORABLE.toMs) return refuse('outside of the years 1970 to 2148.')
  return ms > nowMs + AHEAD_MS ? refuse('more than 23 hours ahead.') : ms
}

const UNREADABLE =
  'not a time that can be read. Expected ISO 8601 with a four-digit year, RFC 2822, or a Unix number of up to 10 digits (seconds), 13 (milliseconds), 16 (microseconds) or 19 (nanoseconds). For other forms use --date-order or --time-unit.'

/** Names of columns that already say that the column holds a time. */
const TIMES: ReadonlySet<string> = new Set(['timestamp', 'created_at', 'date'])
const titleOf = (column: string, shown = '') =>
  [TIMES.has(column) ? column : 'timestamp', shown, TIMES.has(column) ? '' : `of the column ${column}`]
    .filter((part) => part !== '')
    .join(' ')
