import { addDays, instantShowing, wallDate } from './local-time.ts'
import type { GivenCalendar } from './range-definition.ts'

type DateOperator = 'is_date_exact' | 'is_date_before' | 'is_date_after'

/**
 * Implements docs/semantics/filters.md, "Dates". The filter's date is a day, a time, or a number of days ago.
 */
export function dateHolds(
  operator: DateOperator,
  text: string,
  asked: string,
  calendar: GivenCalendar,
): boolean {
  const instant = instantIn(text, calendar.timezone)
  if (instant === null) return false
  const date = absolute(asked, calendar)
  const start = instantIn(date, calendar.timezone) ?? Number.NaN
  if (operator === 'is_date_before') return instant < start
  if (operator === 'is_date_after') return instant > start
  return /^\d+-\d+-\d+$/.test(date)
    ? wallDate(instant, calendar.timezone) === wallDate(start, calendar.timezone)
    : Math.floor(instant / 1000) === Math.floor(start / 1000)
}

function absolute(asked: string, { timezone, nowMs }: GivenCalendar): string {
  const [, days] = /^-(\d+)d$/.exec(asked) ?? []
  return days === undefined ? asked : addDays(wallDate(nowMs, timezone), -Number(days))
}

/** Returns the instant of a text, or null if the text is no date. */
function instantIn(text: string, timezone: string): number | null {
  const [number, whole = ''] = /^-?(\d+)(?:\.\d*)?$/.exec(text) ?? []
  if (number !== undefined) return unixMs(number, whole.length)
  const [, year = '', month = '', day = '', time, fraction = '', offset] =
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d+))?(Z|[+-]\d\d:?\d\d)?)?$/.exec(text) ??
    []
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (!isDay(date)) return null
  const wall = `${date} ${(time ?? '00:00').padEnd(8, ':00')}`
  if (Number.isNaN(Date.parse(`${wall}Z`)) || wall.slice(11, 13) > '23') return null
  const inUtc = Date.parse(`${wall}Z`) - offsetMs(offset)
  const instant = offset === undefined ? instantShowing(wall, timezone) : inUtc
  return instant + Number(fraction.padEnd(3, '0').slice(0, 3))
}

/**
 * Reads a Unix time by its number of digits before the point: up to 10 are seconds, 13 milliseconds, 16
 * microseconds, 19 nanoseconds. Other lengths are no time.
 */
function unixMs(number: string, digits: number): number | null {
  if (digits <= 10) return Math.round(Number(number) * 1000)
  const unitsInMs = { 13: 1, 16: 1_000, 19: 1_000_000 }[digits]
  return unitsInMs === undefined ? null : Math.trunc(Math.trunc(Number(number)) / unitsInMs)
}

const isDay = (date: string) =>
  !Number.isNaN(Date.parse(`${date}T00:00:00Z`)) &&
  addDays(date, 0) === date &&
  date >= '1900' &&
  date < '2300'

function offsetMs(offset = 'Z'): number {
  if (offset === 'Z') return 0
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(offset) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
