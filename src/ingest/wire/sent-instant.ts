/** ISO 8601 with at least a date; without an offset it is UTC. */
const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(Z|[+-]\d\d:?\d\d)?$/i
/** No date is longer, and parsing a loose one takes time with its length. */
const MAX_CHARACTERS = 100

/** A number between these is taken as seconds (from March 1973 on); as milliseconds it would be before that time. */
const SECONDS_FROM = 1e8
const SECONDS_TO = 1e11

/** Whether a text is an ISO 8601 date. */
export const looksLikeDate = (text: string): boolean => text.length <= MAX_CHARACTERS && ISO.test(text)

/**
 * Parses an instant of a client to epoch ms: ISO 8601, epoch ms, epoch seconds, or any other form that a JavaScript date
 * takes. NaN where it cannot be parsed. The instant may be outside the storable range.
 */
export function parseInstant(value: unknown): number {
  if (typeof value === 'number') return msOf(value)
  if (typeof value !== 'string' || value.length > MAX_CHARACTERS) return Number.NaN
  const text = value.trim()
  const iso = ISO.exec(text)
  if (iso === null) return parseLooseDate(text)
  if (!isDayOfCalendar(Number(iso[1]), Number(iso[2]), Number(iso[3]))) return Number.NaN
  const isUtcLeftOut = iso[4] === undefined && text.length > 10
  return Date.parse(`${text.replace(' ', 'T')}${isUtcLeftOut ? 'Z' : ''}`)
}

// Date.parse takes 30 February for 2 March.
const isDayOfCalendar = (year: number, month: number, day: number) =>
  day <= new Date(Date.UTC(year, month, 0)).getUTCDate()

// Any other form that a JavaScript date takes, in UTC where it has no zone: never in the zone of this server.
const NAMES_ZONE = /(?:Z|UTC|GMT|[ECMP][SD]T|:\d\d.*[+-]\d\d:?\d\d)\)?$/i
// A text that ends with ten digits is no date, but for instance an integer beyond 2^53, which has a mark before it.
const parseLooseDate = (text: string) =>
  /\d{10}$/.test(text) ? Number.NaN : Date.parse(NAMES_ZONE.test(text) ? text : `${text} UTC`)

function msOf(value: number): number {
  if (!Number.isFinite(value)) return Number.NaN
  return Math.trunc(value >= SECONDS_FROM && value < SECONDS_TO ? value * 1000 : value)
}
