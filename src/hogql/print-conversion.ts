import { type Fragment, sql, text } from '#fragments/fragment.ts'
import { dayInText, instantInText } from '#fragments/instant-in-text.ts'
import { numberOf } from '#fragments/number-in-text.ts'
import type { ScalarType } from './expression.ts'
import type { Place } from './functions/definition.ts'

type Conversion = (of: Fragment, place: Place) => Fragment

const asText: Conversion = (of) => sql`toString(${of})`

/**
 * Conversions of values. If a value cannot be converted, the result is null, or false in a condition. No
 * conversion fails for any value of an event.
 */
const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  'text to number': (of) => numberOf(of),
  'text to boolean': (of) => sql`ifNull(${of} = 'true', false)`,
  'text to time': (of, { timeZone }) =>
    sql`fromUnixTimestamp64Milli(${instantInText(of, timeZone)}, ${text(timeZone)})`,
  'text to day': (of, { timeZone }) => dayInText(of, timeZone),
  'number to text': asText,
  'number to boolean': (of) => sql`ifNull(${of} != 0, false)`,
  'boolean to text': (of) => sql`if(${of}, 'true', 'false')`,
  'boolean to number': (of) => sql`toFloat64(${of})`,
  'time to text': asText,
  'time to day': (of) => sql`toDate32(${of})`,
  'day to text': asText,
  'day to time': (of, { timeZone }) => sql`toDateTime64(${of}, 3, ${text(timeZone)})`,
}

/**
 * Converts a value from one type to another.
 * @throws TypeError for a pair of types that checking refuses.
 */
export function conversion(from: ScalarType, to: ScalarType, of: Fragment, place: Place): Fragment {
  if (from === to) return of
  const found = CONVERSIONS[`${from} to ${to}`]
  if (found === undefined) throw new TypeError(`No conversion of ${from} to ${to}`)
  return found(of, place)
}
