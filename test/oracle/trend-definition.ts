import type { DateRange } from '../../src/query/date-range.ts'
import type { Interval } from '../../src/query/interval.ts'
import type { SeriesMath } from '../../src/query/series-math.ts'
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
 * Implements docs/semantics/trends.md literally. It takes the wall time of each event and has no boundaries
 * between buckets, so that it cannot share a mistake with the code that computes them.
 */
export function trendByDefinition(events: readonly GivenEvent[], trend: GivenTrend): DefinedSeries[] {
  const { interval, calendar } = trend
  const range = rangeOf(events, trend)
  const days = bucketKeys(range, interval, calendar).map((key) => dayOf(key, interval, calendar))
  return trend.series.map(({ math }, series) => ({
    days,
    data: eventsByBucket(events, trend, series).map((inBucket) =>
      math === 'total' ? inBucket.length : personsOf(inBucket).length,
    ),
  }))
}

const rangeOf = (events: readonly GivenEvent[], { series, properties, range, calendar }: GivenTrend) =>
  rangeSinceFirst(
    range,
    events,
    (event) =>
      series.some((one) => matches(one, event, calendar)) &&
      matches({ event: null, properties }, event, calendar),
    calendar,
  )

/**
 * Returns the persons of a series, in order. `place` is the index of a bucket; without it, they are the
 * persons of all buckets.
 */
export function trendPersons(
  events: readonly GivenEvent[],
  trend: GivenTrend,
  { series, bucket }: { readonly series: number; readonly bucket: number | null },
): number[] {
  const buckets = eventsByBucket(events, trend, series)
  return personsOf(bucket === null ? buckets.flat() : (buckets[bucket] ?? []))
}

const personsOf = (events: readonly GivenEvent[]) => [...new Set(events.map(({ person }) => person))].sort()

function eventsByBucket(events: readonly GivenEvent[], trend: GivenTrend, place: number): GivenEvent[][] {
  const { series, properties, interval, calendar } = trend
  const matcher = series[place]
  const range = rangeOf(events, trend)
  const counted = events.filter(
    (event) =>
      matcher !== undefined &&
      matches(matcher, event, calendar) &&
      matches({ event: null, properties }, event, calendar) &&
      isInRange(event.atMs, range, interval, calendar),
  )
  return bucketKeys(range, interval, calendar).map((key) =>
    counted.filter((event) => bucketKey(event.atMs, interval, calendar) === key),
  )
}
