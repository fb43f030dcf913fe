/** ISO 8601 with at least a date; without an offset it is UTC. */
const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(Z|[+-]\d\d:?\d\d)?$/i
/** Nothing longer is a date, and reading a loose one takes its length. */
const MAX_CHARACTERS = 100

/** Between these a number is a day since March 1973 in seconds, and one before it in milliseconds. */
const SECONDS_FROM = 1e8
const SECONDS_TO = 1e11

/** Whether a text is a date as programs write it. */
export const looksLikeDate = (text: string): boolean => text.length <= MAX_CHARACTERS && ISO.test(text)

/**
 * An instant as clients write it, ISO 8601, epoch ms, epoch seconds or whatever else a JavaScript date reads, in epoch ms: NaN where it
 * cannot be read. It may lie far beyond what can be stored.
 */
export function readInstant(value: unknown): number {
  if (typeof value === 'number') return msOf(value)
  if (typeof value !== 'string' || value.length > MAX_CHARACTERS) return Number.NaN
  const text = value.trim()
  const iso = ISO.exec(text)
  if (iso === null) return readLooseDate(text)
  const isUtcLeftOut = iso[1] === undefined && text.length > 10
  return Date.parse(`${text.replace(' ', 'T')}${isUtcLeftOut ? 'Z' : ''}`)
}

// Whatever else a JavaScript date reads, in UTC where it names no zone: never in the zone this server happens to be in.
const NAMES_ZONE = /(?:Z|UTC|GMT|[ECMP][SD]T|:\d\d.*[+-]\d\d:?\d\d)\)?$/i
// Digits without end are no date but, for instance, an integer beyond 2^53, which comes here with its mark before it.
const readLooseDate = (text: string) =>
  /\d{10}$/.test(text) ? Number.NaN : Date.parse(NAMES_ZONE.test(text) ? text : `${text} UTC`)

function msOf(value: number): number {
  if (!Number.isFinite(value)) return Number.NaN
  return Math.trunc(value >= SECONDS_FROM && value < SECONDS_TO ? value * 1000 : value)
}
