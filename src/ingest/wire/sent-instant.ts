import { plainText } from '#shared/json-text.ts'
import { parseIsoInstant } from './iso-instant.ts'
import { parseMailInstant } from './mail-instant.ts'
import { parseOrderedDate } from './ordered-date.ts'
import { SAYS_ITSELF, type TimeForm, type TimeUnit } from './time-form.ts'

/** Most characters of a time; longer texts are not times. The limit bounds the work of reading one. */
const MAX_CHARACTERS = 100

/**
 * Parses an instant that a client or a file gives, to epoch ms. NaN if the value has none of the forms
 * below: a time is never guessed. The instant may be outside the storable range.
 *
 * - ISO 8601 with a four-digit year ({@link parseIsoInstant}); without an offset it is UTC.
 * - A date in the form of mails, RFC 2822 ({@link parseMailInstant}).
 * - A Unix number, also as text. The number of digits before the point decides its unit: up to 10 are
 *   seconds, 13 milliseconds, 16 microseconds, 19 nanoseconds.
 */
export function parseInstant(value: unknown, form: TimeForm = SAYS_ITSELF): number {
  // A number that is written with an exponent has more digits than any time.
  if (typeof value === 'number') return unixMs(String(value), form.unit)
  if (typeof value !== 'string') return Number.NaN
  // `plainText` removes the mark of an integer that a double cannot hold.
  const text = plainText(value)
  if (text.length > MAX_CHARACTERS) return Number.NaN
  return parseText(text.trim(), form)
}

function parseText(text: string, { unit, dateOrder }: TimeForm): number {
  if (NUMBER.test(text)) return unixMs(text, unit)
  const iso = parseIsoInstant(text)
  if (!Number.isNaN(iso)) return iso
  const ordered = dateOrder === null ? Number.NaN : parseOrderedDate(text, dateOrder)
  return Number.isNaN(ordered) ? parseMailInstant(text) : ordered
}

const NUMBER = /^[+-]?\d+(?:\.\d*)?$/
const UNIT_OF_DIGITS: Readonly<Record<number, TimeUnit>> = { 13: 'ms', 16: 'us', 19: 'ns' }
const SECONDS_DIGITS = 10
/** Decimal places by which the point moves to turn a unit into milliseconds. */
const SHIFT: Readonly<Record<TimeUnit, number>> = { s: 3, ms: 0, us: -3, ns: -6 }

/**
 * Converts a Unix number to epoch ms. The point is moved in the text, because a double has fewer digits
 * than nanoseconds need. Fractions of a millisecond are cut.
 */
function unixMs(text: string, told: TimeUnit | null): number {
  const [, sign = '', digits = '', fraction = ''] = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(text) ?? []
  if (digits === '') return Number.NaN
  const unit = told ?? (digits.length <= SECONDS_DIGITS ? 's' : UNIT_OF_DIGITS[digits.length])
  if (unit === undefined) return Number.NaN
  const end = digits.length + SHIFT[unit]
  const whole = end <= 0 ? '0' : (digits + fraction).padEnd(end, '0').slice(0, end)
  const ms = Number(whole)
  return sign === '-' && ms > 0 ? -ms : ms
}
