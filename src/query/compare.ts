import type { Temporal } from 'temporal-polyfill'
import { type RangeEnds, type TimeAsked, unitOf } from './date-range.ts'
import { type Calendar, parseSpan, startOf, startOfNext } from './date-text.ts'
import { attrOf, type Places } from './places.ts'

/**
 * The period that a range is compared with: both ends moved back, by the wall clock of the project's time zone.
 * `intervals` is how many intervals the range has. Rules: docs/semantics/stickiness.md, "Compare". Null where nothing is
 * compared, and for a range of `all`, before which there is nothing.
 * @throws RequestError for a `compare_to` that is no span of time.
 */
export function previousEnds(
  ends: RangeEnds,
  time: TimeAsked,
  intervals: number,
  calendar: Calendar,
  at: Places,
): RangeEnds | null {
  const { compare, range, interval, startsWithInterval } = time
  if (compare === null || range.from === 'all') return null
  const span =
    compare.to === null
      ? spanOf(ends, time, intervals, calendar)
      : parseSpan(compare.to, attrOf(at('compareFilter', 'compare_to')))
  const movedBack = (wall: Temporal.PlainDateTime) => wall.subtract(span).toZonedDateTime(calendar.timezone)
  const first = movedBack(wallOfFirst(ends))
  const isCut = startsWithInterval && interval !== null && !range.isExplicit
  return {
    // A week that is moved back by a month begins in the middle of one.
    first: isCut ? startOf(first, unitOf(interval), calendar.weekStartDay) : first,
    end: movedBack(wallOfEnd(ends)),
  }
}

// The start of a day may be later than midnight, and is not on the day that it is moved to.
const wallOfFirst = ({ first }: RangeEnds): Temporal.PlainDateTime =>
  first.equals(first.startOfDay()) ? first.toPlainDate().toPlainDateTime() : first.toPlainDateTime()

// An hour that happens twice is followed by itself: its end is an hour later on the wall.
const wallOfEnd = ({ end }: RangeEnds): Temporal.PlainDateTime =>
  end.subtract({ milliseconds: 1 }).toPlainDateTime().add({ milliseconds: 1 })

function spanOf(
  ends: RangeEnds,
  { range, interval }: TimeAsked,
  intervals: number,
  calendar: Calendar,
): Temporal.DurationLike {
  if (interval === 'month') return { months: intervals }
  if (interval === 'week') return { weeks: intervals }
  if (interval === 'day') return { days: isWholeWeeksBack(range) ? intervals - 1 : intervals }
  return { days: Math.max(1, Math.ceil(hoursOfWholeHours(ends, calendar) / 24)) }
}

/** `-7d`, `-2w`: the range has the weekday of today twice. */
function isWholeWeeksBack({ from, to }: TimeAsked['range']): boolean {
  const [, count, unit] = /^-(\d+)([dw])$/.exec(from) ?? []
  const days = Number(count ?? 0) * (unit === 'w' ? 7 : 1)
  return to === null && days > 0 && days % 7 === 0
}

/**
 * How long a range by the hour lasts, without its last hour where that is not over yet or not wholly in the range. A clock
 * change neither adds a day nor takes one: the smaller of the time on the wall and the time that passed.
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
