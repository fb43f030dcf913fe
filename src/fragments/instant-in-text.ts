import { type Fragment, sql, text } from './fragment.ts'

// These patterns accept less than the engine. It reads 25:00 as an hour of the next day, month 0 as
// January, and text in no known form as a day of the present month.
const DATE = '(19|2[0-2])[0-9]{2}-(0?[1-9]|1[0-2])-(0?[1-9]|[12][0-9]|3[01])'
const TIME = '([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]+)?)?'
const OFFSET = 'Z|[+-]([01][0-9]|2[0-3]):?[0-5][0-9]'
const LOCAL = `^${DATE}([T ]${TIME})?$`
const ISO = `^${DATE}[T ]${TIME}(${OFFSET})$`

/**
 * Returns the pattern of a Unix number with this many digits before the point. The number of digits decides
 * the unit. If there is no unit for this number of digits, the text is not a time.
 */
const unixNumber = (digits: string) => text(`^-?[0-9]{${digits}}([.][0-9]*)?$`)
const wholePart = (value: Fragment) => sql`toInt64OrNull(extract(${value}, '^-?[0-9]+'))`

/**
 * Returns the instant in ms that a text means; null if the text means no instant. The text is an ISO date
 * of the years 1900 to 2299, with or without a time and an offset, or it is a Unix number. A Unix number is
 * in seconds if it has up to 10 digits, with 13 digits in milliseconds, with 16 in microseconds and with 19
 * in nanoseconds. Before 1970 it has a minus sign.
 * A text without an offset is a time of the zone. A day stands for its first instant. A time that does not
 * exist because the clocks were put forward is moved forward by the same amount.
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

/**
 * Returns the day that a text means, as the clocks of the zone show it; null if the text is not a date. If
 * the text has no offset, this is the day that is written in the text.
 */
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
 * Corrects an error of the engine (ClickHouse 26.7.2.1). If the clocks jump over a time, the engine reads
 * it as an earlier time: midnight of a day that begins at 1:00 becomes 23:00 of the previous day. The error
 * is the difference between the time in the text and the time that the clocks show at the engine's instant.
 * The offset of the engine can be wrong by a whole day. So whole days are left out of the difference.
 */
function localInstant(value: Fragment, timezone: string): Fragment {
  const instant = instantMs(value, timezone)
  const shownMs = sql`${instant} + timeZoneOffset(${parsed(value, timezone)}) * 1000`
  return sql`${instant} + positiveModulo(${instantMs(value, 'UTC')} - (${shownMs}), 86400000)`
}
