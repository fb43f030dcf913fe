import type { FieldPaths } from '#shared/field-paths.ts'
import type { Calendar } from '#values/date-text.ts'
import { type InstantRange, type RangeEnds, resolveEnds, type TimeAsked } from './date-range.ts'

/**
 * The time of a question, computed once: the present instant, the project's calendar, and the range as
 * instants.
 */
export interface Moment {
  readonly nowMs: number
  readonly calendar: Calendar
  readonly time: TimeAsked
  readonly ends: RangeEnds
  readonly range: InstantRange
  /**
   * Number of events before a range of `all`. They are left out of the range because their clock is assumed
   * to be wrong. 0 for any other range.
   */
  readonly eventsBeforeAll: number
}

/** The beginning of a range of `all`. */
export interface StartOfAll {
  /** First event that the question counts, in epoch ms. */
  readonly earliestMs: number
  /** Number of earlier events, which are left out. */
  readonly eventsBefore: number
}

/**
 * Computes the time of a question.
 * @throws RequestError for dates that cannot be parsed, and for ranges that are empty or too long.
 */
export function momentOf(
  time: TimeAsked,
  calendar: Calendar,
  { earliestMs, eventsBefore }: StartOfAll,
  at: FieldPaths,
): Moment {
  const ends = resolveEnds(time, calendar, earliestMs, at)
  return {
    ...{ nowMs: calendar.nowMs, calendar, time, ends, range: instantsOf(ends) },
    eventsBeforeAll: eventsBefore,
  }
}

export const instantsOf = ({ first, end }: RangeEnds): InstantRange => ({
  fromMs: first.epochMilliseconds,
  toMs: end.epochMilliseconds,
})
