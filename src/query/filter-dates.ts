import { attrOf, type Path } from '#shared/field-paths.ts'
import { invalid } from '#shared/request-error.ts'
import { type Calendar, parseDate } from '#values/date-text.ts'
import type { InstantRange } from './date-range.ts'
import type { Filter } from './filter.ts'

// Whether a text is a date does not depend on the moment.
const ANY: Calendar = { timezone: 'UTC', weekStartDay: 0, nowMs: 0 }

/** @throws RequestError unless there is exactly one value, and it is a date. */
export function requireDate(values: readonly string[], path: Path): void {
  const [date, ...more] = values
  if (date === undefined || more.length > 0)
    throw invalid('invalid_input', 'Expected one date.', attrOf(path))
  parseDate(date, ANY, attrOf(path))
}

/** Returns the dates that a filter compares with. */
export const datesIn = (filter: Filter): readonly string[] =>
  'operator' in filter && filter.operator.startsWith('is_date_') ? filter.values : []

const DAYS_AGO = /^-?\d*[dwmqy]$/

/**
 * Returns the range of instants that a filter's date stands for. A date without a time, and a relative date
 * such as `-7d`, stands for a day of the project's time zone. Any other date stands for one second. For
 * `-12h` this is the first second of its minute, so that a cached result stays the answer for a minute.
 * @throws RequestError
 */
export function instantsOfDate(date: string, calendar: Calendar): InstantRange {
  const { at, isWholeDay, clockUnit } = parseDate(date, calendar, 'properties')
  if (isWholeDay && at.millisecond !== 999) {
    const day = DAYS_AGO.test(date.trim()) ? at.startOfDay() : at
    return { fromMs: day.epochMilliseconds, toMs: day.add({ days: 1 }).epochMilliseconds }
  }
  const from = at.round({ smallestUnit: clockUnit !== null ? 'minute' : 'second', roundingMode: 'floor' })
  return { fromMs: from.epochMilliseconds, toMs: from.add({ seconds: 1 }).epochMilliseconds }
}
