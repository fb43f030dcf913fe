import { instantOf } from './instant-of.ts'
import type { DateOrder } from './time-form.ts'

const TIME = String.raw`(?:,? (\d\d?):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?: ?([ap])\.?m\.?)?(?: ?(Z|UTC|GMT|[+-]\d\d:?\d\d))?)?`
const YEAR_LAST = new RegExp(String.raw`^(\d\d?)([./-])(\d\d?)\2(\d{4})${TIME}$`, 'i')
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})([./-])(\d\d?)\2(\d\d?)${TIME}$`, 'i')

/**
 * Returns the epoch ms of a date with a four-digit year whose parts are in the given order. A time may
 * follow; without an offset it is in UTC. NaN for any other text.
 */
export function parseOrderedDate(text: string, order: DateOrder): number {
  const found = (order === 'ymd' ? YEAR_FIRST : YEAR_LAST).exec(text)
  if (found === null) return Number.NaN
  const [, first, , second, third, hour, minute, seconds, fraction, half, offset] = found
  const [year, month, day] =
    order === 'ymd'
      ? [first, second, third]
      : order === 'mdy'
        ? [third, first, second]
        : [third, second, first]
  const time = {
    hour: half === undefined ? hour : hourOfHalf(Number(hour), half),
    minute,
    second: seconds,
    fraction,
  }
  return instantOf({ year, month, day, ...time }, offset)
}

/**
 * Converts an hour of a 12-hour clock to the hour of the day. Returns the text `NaN` for an hour that such
 * a clock does not show.
 */
function hourOfHalf(hour: number, half: string): string {
  if (hour < 1 || hour > 12) return 'NaN'
  return String((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0))
}
