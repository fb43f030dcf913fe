import type { DateRange } from '../../src/query/date-range.ts'
import type { Interval } from '../../src/query/interval.ts'
import type { SeriesMath } from '../../src/query/series.ts'
import { type GivenEvent, type GivenGroup, type GivenMatcher, matches } from './filter-definition.ts'
import {
  bucketKey,
  bucketKeys,
  dayOf,
  type GivenCalendar,
  isInRange,
  rangeSinceFirst,
} from './range-definition.ts'

export interface GivenTrend {
  readonly series: readonly (GivenMatcher & { readonly math: SeriesMath })[]
  readonly properties: GivenGroup
  readonly range: DateRange
  readonly interval: Interval
  readonly calendar: GivenCalendar
}
export interface DefinedSeries {
  readonly days: readonly string[]
  readonly data: readonly number[]
}

/**
 * docs/semantics/trends.md as it reads. Asks of every single event what the clock on the wall showed, and knows no
 * boundaries between buckets, so that it cannot share a mistake with the code that computes them.
 */
export function trendByDefinition(events: readonly GivenEvent[], trend: GivenTrend): DefinedSeries[] {
  const { interval, calendar } = trend
  const range = rangeSinceFirst(trend.range, events, calendar)
  const keys = bucketKeys(range, interval, calendar)
  const days = keys.map((key) => dayOf(key, interval, calendar))
  return trend.series.map((series) => {
    const counted = events.filter(
      (event) =>
        matches(series, event) &&
        matches({ event: null, properties: trend.properties }, event) &&
        isInRange(event.atMs, range, interval, calendar),
    )
    const data = keys.map((key) => {
      const inBucket = counted.filter((event) => bucketKey(event.atMs, interval, calendar) === key)
      return series.math === 'total' ? inBucket.length : new Set(inBucket.map(({ person }) => person)).size
    })
    return { days, data }
  })
}
