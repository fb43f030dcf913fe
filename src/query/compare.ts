import type { Temporal } from 'temporal-polyfill'
import type { RangeEnds, TimeAsked } from './date-range.ts'
import { parseSpan } from './date-text.ts'
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
  at: Places,
): RangeEnds | null {
  const { compare, range, interval } = time
  if (compare === null || range.from === 'all') return null
  const span =
    compare.to === null
      ? spanOf(ends, time, intervals)
      : parseSpan(compare.to, attrOf(at('compareFilter', 'compare_to')))
  const isWholeDays = interval !== 'hour' && !range.isExplicit
  // The start of a day may be later than midnight, and is not on the day that it is moved to.
  const moved = (end: Temporal.ZonedDateTime) =>
    isWholeDays ? end.toPlainDate().subtract(span).toZonedDateTime(end.timeZoneId) : end.subtract(span)
  return { first: moved(ends.first), end: moved(ends.end) }
}

function spanOf(ends: RangeEnds, { range, interval }: TimeAsked, intervals: number): Temporal.DurationLike {
  if (interval === 'week') return { weeks: intervals }
  if (interval === 'month') return { months: intervals }
  if (interval === 'hour') return { days: Math.max(1, Math.ceil((hoursIn(ends) - 1) / 24)) }
  const days = Math.ceil(hoursIn(ends) / 24)
  const weeksBack = /^-(\d+)d$/.exec(range.from)?.[1]
  const isWholeWeeks = weeksBack !== undefined && Number(weeksBack) > 0 && Number(weeksBack) % 7 === 0
  return { days: isWholeWeeks && range.to === null ? days - 1 : days }
}

/** By the wall clock: a day is 24 hours, however long it was. */
const hoursIn = ({ first, end }: RangeEnds): number =>
  first.toPlainDateTime().until(end.toPlainDateTime()).total({ unit: 'hours' })
