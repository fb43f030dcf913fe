import type { Period, Resolved } from '#insights/resolve.ts'
import type { InstantRange } from '#query/date-range.ts'
import { NO_RESTRICTION } from '#query/filter.ts'
import type { Matcher } from '#query/matcher.ts'
import { matcherOf } from '#query/series.ts'
import type { TrendsQuery } from './query.ts'
import { rangeOf, type Windows, windowsOf } from './windows.ts'

/** A series in a period. */
export interface PlannedSeries {
  /** Its place among the series of the question. */
  readonly place: number
  readonly matcher: Matcher
  /** The matcher without the filters of the series: the events among which a first time is looked for. */
  readonly subject: Matcher
  readonly windows: Windows
  /** The range of its events. A first time is looked for before it as well. */
  readonly range: InstantRange
}

export interface PlannedPeriod {
  readonly name: 'current' | 'previous'
  readonly period: Period
  readonly series: readonly PlannedSeries[]
}

export interface TrendsPlan extends Resolved<TrendsQuery> {
  /** The current period, and the previous one where they are compared. */
  readonly periods: readonly PlannedPeriod[]
  /** Whether percentiles are exact, which takes memory for each value. */
  readonly isExact: boolean
}

/** Events of the names of a question up to which its percentiles are exact: 80 MB for 10 million values. */
const EXACT_EVENTS = 10_000_000

export function planTrends(resolved: Resolved<TrendsQuery>): TrendsPlan {
  const current = planPeriod(resolved, 'current', resolved.period)
  const previous = resolved.previous === null ? [] : [planPeriod(resolved, 'previous', resolved.previous)]
  return { ...resolved, periods: [current, ...previous], isExact: resolved.events <= EXACT_EVENTS }
}

const planPeriod = (
  { query, definitions, moment }: Resolved<TrendsQuery>,
  name: PlannedPeriod['name'],
  period: Period,
): PlannedPeriod => ({
  name,
  period,
  series: query.series.map((series, place) => {
    const windows = windowsOf(query, series.math, period, moment.calendar)
    return {
      place,
      matcher: matcherOf(series, definitions),
      subject: matcherOf({ ...series, properties: NO_RESTRICTION }, definitions),
      windows,
      range: rangeOf(windows),
    }
  }),
})
