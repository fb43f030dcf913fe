import { type Fragment, sql, text } from './fragment.ts'

// The engine reads 25:00 as an hour of the next day and month 0 as January; text without a form of its own as a day of the
// present month.
const DATE = '(19|2[0-2])[0-9]{2}-(0?[1-9]|1[0-2])-(0?[1-9]|[12][0-9]|3[01])'
const TIME = '([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]+)?)?'
const OFFSET = 'Z|[+-]([01][0-9]|2[0-3]):?[0-5][0-9]'
const LOCAL = `^${DATE}([T ]${TIME})?$`
const ISO = `^${DATE}[T ]${TIME}(${OFFSET})$`

/** A Unix number is read by its digits before the point. Other lengths are no time. */
const unixNumber = (digits: string) => text(`^-?[0-9]{${digits}}([.][0-9]*)?$`)
const wholePart = (value: Fragment) => sql`toInt64OrNull(extract(${value}, '^-?[0-9]+'))`

/**
 * The instant of a text in ms: an ISO date of 1900 to 2299, with or without a time and an offset, or a Unix number: seconds of up
 * to 10 digits, milliseconds of 13, microseconds of 16, nanoseconds of 19, each with a sign before 1970. Null for any other text.
 * Without an offset it is a time of the zone: a day is its first instant, and a time that the clocks jump over is as much later as
 * they jump.
 */
export const instantInText = (value: Fragment, timezone: string): Fragment => sql`multiIf(
  match(${value}, ${unixNumber('1,10')}), toInt64(round(toFloat64OrNull(${value}) * 1000)),
  match(${value}, ${unixNumber('13')}), ${wholePart(value)},
  match(${value}, ${unixNumber('16')}), intDiv(${wholePart(value)}, 1000),
  match(${value}, ${unixNumber('19')}), intDiv(${wholePart(value)}, 1000000),
  match(${value}, ${text(LOCAL)}), ${localInstant(value, timezone)},
  match(${value}, ${text(ISO)}), ${instantMs(value, 'UTC')},
  NULL
)`

/** The day of a text in the zone, as the clocks show it: without an offset it is the day that is written. Null for no date. */
export const dayInText = (value: Fragment, timezone: string): Fragment => sql`if(
  match(${value}, ${text(LOCAL)}),
  toDate32(${parsed(value, 'UTC')}),
  toDate32(fromUnixTimestamp64Milli(${instantInText(value, timezone)}, ${text(timezone)}))
)`

const parsed = (value: Fragment, timezone: string) =>
  sql`parseDateTime64BestEffortOrNull(${value}, 3, ${text(timezone)})`
const instantMs = (value: Fragment, timezone: string) =>
  sql`toUnixTimestamp64Milli(${parsed(value, timezone)})`

/**
 * The engine (ClickHouse 26.7.2.1) reads a time that the clocks jump over as earlier, so that midnight of a day that begins at 1:00 is
 * 23:00 of the day before. Its instant is then as much too early as its clock differs from the text. Its offsets have errors of a
 * whole day, which the remainder leaves out.
 */
function localInstant(value: Fragment, timezone: string): Fragment {
  const instant = instantMs(value, timezone)
  const shownMs = sql`${instant} + timeZoneOffset(${parsed(value, timezone)}) * 1000`
  return sql`${instant} + positiveModulo(${instantMs(value, 'UTC')} - (${shownMs}), 86400000)`
}
