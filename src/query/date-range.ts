import { Temporal } from 'temporal-polyfill'
import { attrOf, type FieldPaths } from '#shared/field-paths.ts'
import { invalid } from '#shared/request-error.ts'
import {
  type Calendar,
  type ClockUnit,
  clockUnitOf,
  type DateInText,
  parseDate,
  startOf,
  startOfNext,
} from '#values/date-text.ts'
import { type Interval, isSubDay } from './interval.ts'
import { LIMITS } from './limits.ts'
import type { CommonNode } from './node.ts'

/** Dates of a question: absolute, relative (`-7d`, `mStart`) or `all`. A `to` of null means now. */
export interface DateRange {
  readonly from: string
  readonly to: string | null
  /** Whether both ends are taken as exact instants, without rounding to whole days, hours or minutes. */
  readonly isExplicit: boolean
}

export const parseDateRange = (dates: CommonNode['dateRange']): DateRange => ({
  from: dates?.date_from || '-7d',
  to: dates?.date_to || null,
  isExplicit: dates?.explicitDate === true,
})

/** A half-open range of instants in epoch milliseconds. */
export interface InstantRange {
  readonly fromMs: number
  readonly toMs: number
}

/** The time of a question: its dates, and the rules for rounding and cutting them. */
export interface TimeAsked {
  readonly range: DateRange
  /**
   * Length of the intervals into which the range is cut. Null if the range is not cut; it is then rounded
   * to days.
   */
  readonly interval: Interval | null
  /** Whether the range begins at the start of its first interval, even if `from` is a time of day. */
  readonly startsWithInterval: boolean
  /**
   * Number of intervals in the range. The last one contains `to`, and `from` is not read. Null for a range
   * that begins at `from`.
   */
  readonly lastIntervals: number | null
  /** The earlier period to compute in addition; null if there is none. */
  readonly compare: CompareAsked | null
}
/**
 * The earlier period of a comparison. `to` is its distance from the range (`-1w`). If `to` is null, the
 * period is the one immediately before the range.
 */
export interface CompareAsked {
  readonly to: string | null
}

/** Both ends of a range in the project's time zone. `end` is the first instant after the range. */
export interface RangeEnds {
  readonly first: Temporal.ZonedDateTime
  readonly end: Temporal.ZonedDateTime
}

const DAY_MS = 86_400_000

/**
 * Returns the number of days of a range, including days that have only begun. A day that the zone left out
 * does not count.
 */
export function daysIn({ first, end }: RangeEnds): number {
  const last = startOfNext(end.subtract({ milliseconds: 1 }).startOfDay(), 'd')
  return Math.round((last.epochMilliseconds - first.startOfDay().epochMilliseconds) / DAY_MS)
}

const UNITS = {
  minute: 'M',
  hour: 'h',
  day: 'd',
  week: 'w',
  month: 'm',
  quarter: 'q',
  year: 'y',
} as const
/** Returns the letter of an interval in the grammar of dates. */
export const unitOf = (interval: Interval) => UNITS[interval]

/**
 * Resolves dates to instants. Days begin at midnight of the project's time zone, even if midnight does not
 * exist or happens twice. Without an interval the range is rounded to days. `earliestMs` is the first event
 * that is counted, at which `all` begins.
 * @throws RequestError for text that is not a date, and for ranges that are empty or too long.
 */
export function resolveEnds(
  { range, interval, startsWithInterval, lastIntervals }: Omit<TimeAsked, 'compare'>,
  calendar: Calendar,
  earliestMs: number,
  at: FieldPaths,
): RangeEnds {
  const rounding = interval ?? 'day'
  const toAttr = attrOf(at('dateRange', 'date_to'))
  const to = range.to === null ? null : parseDate(range.to, calendar, toAttr)
  if (lastIntervals !== null) return lastEnds(to, lastIntervals, { range, rounding }, calendar)
  const fromAttr = attrOf(at('dateRange', 'date_from'))
  const from =
    range.from === 'all' ? firstEvent(earliestMs, calendar) : parseDate(range.from, calendar, fromAttr)
  const first = range.isExplicit ? from.at : roundDown(from, rounding, startsWithInterval, calendar)
  const present = startsWithInterval ? presentUnit(rounding) : presentUnitAfter(from, rounding)
  const end =
    range.isExplicit && to !== null
      ? to.at.add({ milliseconds: 1 })
      : roundUp(to, { interval: rounding, present }, calendar)
  if (Temporal.ZonedDateTime.compare(first, end) >= 0)
    throw invalid('invalid_input', 'The date range ends before it begins.', toAttr)
  if (Temporal.ZonedDateTime.compare(first.add({ years: LIMITS.rangeYears }), end) < 0)
    throw invalid('max_value', `A date range spans at most ${LIMITS.rangeYears} years.`, fromAttr)
  return { first, end }
}

/**
 * Returns the instant of the first event as the date at which a range of `all` begins. A range that is cut
 * into hours or minutes begins at this instant, any other range at the start of its day.
 */
function firstEvent(epochMs: number, { timezone }: Calendar): DateInText {
  const at = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timezone)
  return { at, date: at.toPlainDate(), isWholeDay: false, clockUnit: null }
}

/**
 * Returns the ends of a range with `count` intervals, the last of which contains `to`. All intervals are
 * whole, except that an explicit `to` ends the last one.
 */
function lastEnds(
  to: DateInText | null,
  count: number,
  { range, rounding }: { readonly range: DateRange; readonly rounding: Interval },
  calendar: Calendar,
): RangeEnds {
  const unit = UNITS[rounding]
  const startOfInterval = (at: Temporal.ZonedDateTime) => startOf(at, unit, calendar.weekStartDay)
  const exact = range.isExplicit ? to : null
  const rounded = () => roundUp(to, { interval: rounding, present: presentUnit(rounding) }, calendar)
  const last = startOfInterval(exact?.at ?? rounded().subtract({ milliseconds: 1 }))
  let first = last
  // The loop goes back one interval at a time, because the lengths differ: a zone may have left out a day,
  // and an hour may last 30 or 90 minutes.
  for (let i = 1; i < count; i++) first = startOfInterval(first.subtract({ milliseconds: 1 }))
  return { first, end: exact?.at.add({ milliseconds: 1 }) ?? startOfNext(last, unit) }
}

/**
 * Returns the first instant of a range: exact for a date in hours or less, midnight of the day for any
 * other date. A time of day counts only if the intervals are hours or minutes.
 */
function roundDown(
  from: DateInText,
  interval: Interval,
  startsWithInterval: boolean,
  calendar: Calendar,
): Temporal.ZonedDateTime {
  const isExact = from.clockUnit !== null || (isSubDay(interval) && !from.isWholeDay)
  const first = isExact ? from.at : from.at.startOfDay()
  return startsWithInterval ? startOf(first, UNITS[interval], calendar.weekStartDay) : first
}

/**
 * Returns the first instant after a range. A `to` in hours or less ends with its hour, minute or second,
 * any other date with its day. If the intervals are hours or minutes, a time of day is the last millisecond
 * of the range. Without `to`, the range ends with the present hour, minute or day; `present` says with
 * which of them.
 */
function roundUp(
  to: DateInText | null,
  { interval, present }: { readonly interval: Interval; readonly present: ClockUnit | 'd' },
  { nowMs, timezone, weekStartDay }: Calendar,
): Temporal.ZonedDateTime {
  const endOf = (at: Temporal.ZonedDateTime, unit: ClockUnit | 'd') =>
    startOfNext(startOf(at, unit, weekStartDay), unit)
  if (to === null)
    return endOf(Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timezone), present)
  if (to.clockUnit !== null) return endOf(to.at, to.clockUnit)
  if (isSubDay(interval) && !to.isWholeDay) return to.at.add({ milliseconds: 1 })
  return to.date.add({ days: 1 }).toZonedDateTime(timezone)
}

/**
 * Returns the unit that ends a range without `to`. With intervals of hours or minutes, the range ends with
 * the present hour or minute; otherwise it ends with the present day.
 */
const presentUnit = (interval: Interval): ClockUnit | 'd' => (isSubDay(interval) ? UNITS[interval] : 'd')

/**
 * Returns the unit that ends a range without `to`, like {@link presentUnit}, but considers how the
 * beginning of the range is written. A range that begins hours ago ends with the present hour even if its
 * intervals are days.
 */
const presentUnitAfter = ({ clockUnit }: Pick<DateInText, 'clockUnit'>, interval: Interval) =>
  isSubDay(interval) ? presentUnit(interval) : (clockUnit ?? 'd')

/**
 * Returns the end of a range as text. A range without `to` ends with the present day, hour or minute. For
 * such a range the text is `dEnd`, `hEnd` or the like, which means the same.
 */
export function endText({ range, interval, startsWithInterval }: TimeAsked): string {
  if (range.to !== null) return range.to
  const rounding = interval ?? 'day'
  const from = { clockUnit: clockUnitOf(range.from) }
  return `${startsWithInterval ? presentUnit(rounding) : presentUnitAfter(from, rounding)}End`
}
