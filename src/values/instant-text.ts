import { offsetsIn } from './zone-offsets.ts'

const MINUTE_MS = 60_000

/**
 * Writes an instant in ISO 8601, as the clocks of one time zone show it, with its offset
 * (`2026-11-20T08:30:00.12+01:00`, `Z` if the offset is 0).
 * Before 1972 some zones had offsets with seconds, which ISO 8601 does not have. Such an offset is written
 * in whole minutes, and the time is changed to fit it. So every reader still gets the same instant.
 */
export type InstantText = (epochMs: number) => string

/**
 * Returns the function that writes instants of a zone with their offset. No other code of the program
 * writes offsets of instants.
 * The offsets come from this process, like the offsets by which the buckets of a trend are cut. Some
 * offsets of the event store are wrong by a day (ClickHouse 26.7.2.1, `timeZoneOffset` and `%z` in
 * Pacific/Apia).
 */
export function instantTextIn(timezone: string): InstantText {
  const offsetAt = offsetsIn(timezone)
  return (epochMs) => {
    const minutes = Math.round(offsetAt(epochMs) / MINUTE_MS)
    const [shown = '', fraction = ''] = new Date(epochMs + minutes * MINUTE_MS).toISOString().split(/[.Z]/)
    const digits = fraction.replace(/0{1,3}$/, '')
    return `${shown}${digits === '' ? '' : `.${digits}`}${offsetText(minutes)}`
  }
}

function offsetText(minutes: number): string {
  if (minutes === 0) return 'Z'
  const [hour, minute] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${minutes < 0 ? '-' : '+'}${hour}:${minute}`
}
