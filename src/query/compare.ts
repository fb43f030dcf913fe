import { Temporal } from 'temporal-polyfill'
import { attrOf, type FieldPaths } from '#shared/field-paths.ts'
import { type Calendar, parseSpan, startOf, startOfNext } from '#values/date-text.ts'
import { type RangeEnds, type TimeAsked, unitOf } from './date-range.ts'

/**
 * Returns the period that a range is compared with. Both ends are moved back by the same span: on the wall
 * clock of the project's time zone, or in elapsed time if the span is in minutes or seconds. Null for a
 * question without a comparison, and for a range of `all`, before which there are no events.
 * `intervals` is the number of intervals of the range, or the number of its days if it is not cut.
 * The rules are in docs/semantics/stickiness.md, "Compare".
 * @throws RequestError if `compare_to` is not a span of time.
 */
export function previousEnds(
  ends: RangeEnds,
  time: TimeAsked,
  intervals: number,
  calendar: Calendar,
  at: FieldPaths,
): RangeEnds | null {
  const { compare, range } = time
  if (compare === null || range.from === 'all') return null
  const span =
    compare.to === null
      ? spanOf(ends, time, intervals, calendar)
      : parseSpan(compare.to, attrOf(at('compareFilter', 'compare_to')))
  // Minutes and seconds are counted in elapsed time. If the hour from 01:00 to 02:00 happens twice in a
  // night, half an hour before the second 01:45 is the second 01:15, not the first one.
  const isPassing = span.minutes !== undefined || span.seconds !== undefined
  const movedBack = (at: Temporal.ZonedDateTime, wall: Temporal.PlainDateTime) =>
    isPassing ? at.subtract(span) : wall.subtract(span).toZonedDateTime(calendar.timezone)
  const moved = movedBack(ends.first, wallOfFirst(ends))
  const end = endOf(ends, { span, isAsked: compare.to !== null, movedBack }, calendar)
  const first = isBefore(moved, end) ? moved : end.subtract({ milliseconds: lengthMs(ends) })
  return { first: firstOf(first, time, calendar), end }
}

/**
 * Returns the first instant of the earlier period. If the range begins with a whole interval, the earlier
 * period does too: a week moved back by a month would otherwise begin in mid-week.
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
  /** Whether the span is the one that `compare_to` gives. */
  readonly isAsked: boolean
  readonly movedBack: (at: Temporal.ZonedDateTime, wall: Temporal.PlainDateTime) => Temporal.ZonedDateTime
}

/**
 * Returns the end of the range, moved back by the span. Some months have no 29th, 30th or 31st. If
 * `compare_to` leads to such a missing day, the earlier period gets as many days as the range. Without
 * `compare_to`, an end that would be on a missing day is the end of its month.
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

/**
 * Returns whether the same day exists this many months or years earlier. For the 29th of March, moved back
 * by a month, it exists only in leap years.
 */
const existsBefore = (wall: Temporal.PlainDateTime, span: Temporal.DurationLikeObject): boolean =>
  (span.months === undefined && span.years === undefined) || wall.subtract(span).day === wall.day

const isBefore = (a: Temporal.ZonedDateTime, b: Temporal.ZonedDateTime) =>
  Temporal.ZonedDateTime.compare(a, b) < 0

const lengthMs = ({ first, end }: RangeEnds) => end.epochMilliseconds - first.epochMilliseconds

// If the clocks change at midnight, the first day may begin later. Its beginning still counts as midnight
// here, because the day to which it is moved back begins at a time of its own.
const wallOfFirst = ({ first }: RangeEnds): Temporal.PlainDateTime =>
  first.equals(first.startOfDay()) ? first.toPlainDate().toPlainDateTime() : first.toPlainDateTime()

// If a range ends with an hour that happens twice, the wall clock shows the start of that hour again at the
// end. So the wall time of the end is computed from the last millisecond of the range.
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

/**
 * Returns whether a range goes back by whole weeks (`-7d`, `-2w`), and therefore contains today's weekday
 * twice.
 */
function isWholeWeeksBack({ from, to }: TimeAsked['range']): boolean {
  const [, count, unit] = /^-(\d+)([dw])$/.exec(from) ?? []
  const days = Number(count ?? 0) * (unit === 'w' ? 7 : 1)
  return to === null && days > 0 && days % 7 === 0
}

/**
 * Returns the length in hours of a range that is cut into hours. The last hour is left out if it has not
 * ended or is not wholly in the range. The length is the smaller one of the time on the wall clock and the
 * elapsed time, so that a change of the clocks adds no day.
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
