import { parseInstant } from '#ingest/wire/sent-instant.ts'
import { STORABLE } from '#sql/events.ts'

const AHEAD_MS = 23 * 3_600_000

/**
 * Epoch ms of the time of a row, or a sentence why it has none. Capture would store such an event with the time of its arrival, which is
 * wrong for an event of the past. Text of digits is a number, as in files that have no numbers.
 */
export function rowTime(value: unknown, nowMs: number): number | string {
  if (value === undefined || value === null || value === '') return 'The row has no timestamp.'
  const isDigits = typeof value === 'string' && /^\d{9,16}(?:\.\d+)?$/.test(value)
  const ms = parseInstant(isDigits ? Number(value) : withMinutes(value))
  const shown = JSON.stringify(value).slice(0, 60)
  if (Number.isNaN(ms))
    return `The timestamp ${shown} is neither ISO 8601 nor seconds or milliseconds since 1970.`
  if (ms < STORABLE.fromMs || ms >= STORABLE.toMs)
    return `The timestamp ${shown} is outside of the years 1970 to 2148.`
  return ms > nowMs + AHEAD_MS ? `The timestamp ${shown} is more than 23 hours ahead.` : ms
}

/** PostgreSQL writes an offset of whole hours without its minutes. */
const withMinutes = (value: unknown) =>
  typeof value === 'string' ? value.replace(/(:\d\d(?:\.\d+)?[+-]\d\d)$/, '$1:00') : value
