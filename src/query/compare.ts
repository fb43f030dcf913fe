import { Temporal } from 'temporal-polyfill'
import { type RangeEnds, type TimeAsked, unitOf } from './date-range.ts'
import { type Calendar, parseSpan, startOf, startOfNext } from './date-text.ts'
import { attrOf, type Places } from './places.ts'

/**
 * The period that a range is compared with: both ends moved back, by the wall clock of the project's time zone, and by minutes or
 * seconds as time passes.
 * `intervals` is the number of intervals of the range, or of its days if it is not cut. Null for a question
 * without a comparison, and for a range of `all`, before which there are no events.
 * Rules: docs/semantics/stickiness.md, "Compare".
 * @throws RequestError for a `compare_to` that is not a span of time.
 */
export function previousEnds(
  ends: RangeEnds,
  time: TimeAsked,
  intervals: number,
  calendar: Calendar,
  at: Places,
): RangeEnds | null {
  const { compare, range } = time
  if (compare === null || range.from === 'all') return null
  const span =
    compare.to === null
      ? spanOf(ends, time, intervals, calendar)
      : parseSpan(compare.to, attrOf(at('compareFilter', 'compare_to')))
  // Half an hour before the second 01:45 of a night is 01:15 of the same hour, and not of the first.
  const isPassing = span.minutes !== undefined || span.seconds !== undefined
  const movedBack = (at: Temporal.ZonedDateTime, wall: Temporal.PlainDateTime) =>
    isPassing ? at.subtract(span) : wall.subtract(span).toZonedDateTime(calendar.timezone)
  const moved = movedBack(ends.first, wallOfFirst(ends))
  const end = endOf(ends, { span, isAsked: compare.to !== null, movedBack }, calendar)
  const first = isBefore(moved, end) ? moved : end.subtract({ milliseconds: lengthMs(ends) })
  return { first: firstOf(first, time, calendar), end }
}

/**
 * The first instant of the earlier period. If the range begins with a whole interval, the earlier period does
 * as well: a week that is moved back by a month would begin in mid-week.
 */
function firstOf(
  moved: Temporal.ZonedDateTime,
  { range, interval, startsWithInterval }: TimeAsked,
  { weekStartDay }: Calendar,
): Temporal.ZonedDateTime {
  return startsWithInterval && interval !== null && !range.isExplicit
    ? startOf(moved, unitOf(interval), weekStartDay)
    : moved
}

interface Move {
  readonly span: Temporal.DurationLikeObject
  /** Whether the span is that of `compare_to`. */
  readonly isAsked: boolean
  readonly movedBack: (at: Temporal.ZonedDateTime, wall: Temporal.PlainDateTime) => Temporal.ZonedDateTime
}

/**
 * The moved end. Months that are shorter have no 29th to 31st: a `compare_to` that lands there keeps the days of the range, and the
 * months before a range end with their last day.
 */
function endOf(
  ends: RangeEnds,
  { span, isAsked, movedBack }: Move,
  { timezone }: Calendar,
): Temporal.ZonedDateTime {
  const [firstWall, endWall] = [wallOfFirst(ends), wallOfEnd(ends)]
  if (isAsked && (!existsBefore(firstWall, span) || !existsBefore(endWall, span))) {
    const length = firstWall.until(endWall, { largestUnit: 'days' })
    return firstWall.subtract(span).add(length).toZonedDateTime(timezone)
  }
  if (existsBefore(endWall, span)) return movedBack(ends.end, endWall)
  return endWall.subtract(span).toPlainDate().add({ days: 1 }).toZonedDateTime(timezone)
}

/** Whether the day of the month exists so many months or years before: 29 March a month before does not, save in leap years. */
const existsBefore = (wall: Temporal.PlainDateTime, span: Temporal.DurationLikeObject): boolean =>
  (span.months === undefined && span.years === undefined) || wall.subtract(span).day === wall.day

const isBefore = (a: Temporal.ZonedDateTime, b: Temporal.ZonedDateTime) =>
  Temporal.ZonedDateTime.compare(a, b) < 0

const lengthMs = ({ first, end }: RangeEnds) => end.epochMilliseconds - first.epochMilliseconds

// The first day may begin later than midnight where the clocks change. The day that it is moved to begins at its own start.
const wallOfFirst = ({ first }: RangeEnds): Temporal.PlainDateTime =>
  first.equals(first.startOfDay()) ? first.toPlainDate().toPlainDateTime() : first.toPlainDateTime()

// After an hour that happens twice the wall clock shows its start again: the end is computed from its last millisecond.
const wallOfEnd = ({ end }: RangeEnds): Temporal.PlainDateTime =>
  end.subtract({ milliseconds: 1 }).toPlainDateTime().add({ milliseconds: 1 })

function spanOf(
  ends: RangeEnds,
  { range, interval }: TimeAsked,
  intervals: number,
  calendar: Calendar,
): Temporal.DurationLikeObject {
  if (interval === 'minute') return { minutes: intervals }
  if (interval === 'month') return { months: intervals }
  if (interval === 'quarter') return { months: 3 * intervals }
  if (interval === 'year') return { years: intervals }
  if (interval === 'week') return { weeks: intervals }
  if (interval !== 'hour') return { days: isWholeWeeksBack(range) ? intervals - 1 : intervals }
  return { days: Math.max(1, Math.ceil(hoursOfWholeHours(ends, calendar) / 24)) }
}

/** Whether a range goes back by whole weeks (`-7d`, `-2w`), so that it has the weekday of today twice. */
function isWholeWeeksBack({ from, to }: TimeAsked['range']): boolean {
  const [, count, unit] = /^-(\d+)([dw])$/.exec(from) ?? []
  const days = Number(count ?? 0) * (unit === 'w' ? 7 : 1)
  return to === null && days > 0 && days % 7 === 0
}

/**
 * The length of a range by the hour, without its last hour where that is not over yet or not wholly in the range. It is the
 * smaller of the time on the wall clock and the time that passed, so that a change of the clocks adds no day.
 */
function hoursOfWholeHours(ends: RangeEnds, { nowMs }: Calendar): number {
  const { first, end } = ends
  const lastHour = startOf(end.subtract({ milliseconds: 1 }), 'h', 0)
  const lastEnd = startOfNext(lastHour, 'h')
  const isWhole = lastEnd.epochMilliseconds <= Math.min(nowMs, end.epochMilliseconds)
  const passedMs = (isWhole ? lastEnd : lastHour).epochMilliseconds - first.epochMilliseconds
  const onWall = wallOfFirst(ends).until(lastHour.toPlainDateTime()).total({ unit: 'hours' })
  return Math.min(passedMs / 3_600_000, onWall + (isWhole ? 1 : 0))
}
