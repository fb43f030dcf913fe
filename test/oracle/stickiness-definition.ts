import { type GivenEvent, type GivenGroup, type GivenMatcher, matches } from './filter-definition.ts'
import { isInPeriod, type Period, periodKeys, periodOf } from './period-definition.ts'
import { previousPeriod } from './previous-period-definition.ts'
import {
  bucketKey,
  type GivenCalendar,
  type GivenInterval,
  type GivenRange,
  rangeSinceFirst,
} from './range-definition.ts'

export interface GivenStickinessSeries extends GivenMatcher {
  /** Every math that is text counts persons. */
  readonly math:
    | 'dau'
    | 'total'
    | 'weekly_active'
    | 'monthly_active'
    | { readonly uniqueGroup: 0 | 1 | 2 | 3 | 4 }
}
export interface GivenStickiness {
  readonly series: readonly GivenStickinessSeries[]
  readonly properties: GivenGroup
  readonly range: GivenRange
  readonly interval: GivenInterval
  /** How many intervals a period has; 1 if absent. */
  readonly intervalCount?: number
  readonly calendar: GivenCalendar
  /** The number of events that an interval must have; null means at least one event. */
  readonly criteria: { readonly operator: 'gte' | 'lte' | 'exact'; readonly value: number } | null
  readonly isCumulative: boolean
  /**
   * `to` is the field `compare_to`: days, weeks, months or years such as `-1w`. Null is the period before.
   */
  readonly compare: { readonly to: string | null } | null
}
export interface DefinedStickiness {
  /** Null if nothing is compared. */
  readonly compareLabel: 'current' | 'previous' | null
  readonly days: readonly number[]
  readonly data: readonly number[]
  readonly count: number
}

/**
 * Implements docs/semantics/stickiness.md literally: returns all series of the current period, then all
 * series of the previous one. Takes the wall time of each event, and counts one interval after the other for
 * every person.
 */
export function stickinessByDefinition(
  events: readonly GivenEvent[],
  asked: GivenStickiness,
): DefinedStickiness[] {
  const current = currentPeriod(events, asked)
  const previous = previousPeriod(current, asked)
  const periods =
    previous === null
      ? [{ period: current, compareLabel: null }]
      : [
          { period: current, compareLabel: 'current' as const },
          { period: previous, compareLabel: 'previous' as const },
        ]
  return periods.flatMap(({ period, compareLabel }) =>
    asked.series.map((series) => ({ compareLabel, ...stickinessIn(period, events, series, asked) })),
  )
}

/** Names one number: a number of active intervals, in a series. */
export interface DefinedCell {
  readonly isPrevious: boolean
  readonly series: number
  readonly active: number
}

/** Returns the actors behind one number, in order. */
export function stickyActors(
  events: readonly GivenEvent[],
  asked: GivenStickiness,
  { isPrevious, series, active }: DefinedCell,
): Actor[] {
  const current = currentPeriod(events, asked)
  const period = isPrevious ? previousPeriod(current, asked) : current
  const matcher = asked.series[series]
  if (period === null || matcher === undefined) throw new Error('No such number')
  return [...activeCounts(period, events, matcher, asked)]
    .filter(([, count]) => (asked.isCumulative ? count >= active : count === active))
    .map(([actor]) => actor)
    .sort()
}

type Actor = number | string

function currentPeriod(events: readonly GivenEvent[], asked: GivenStickiness) {
  const { series, properties, range, interval, calendar } = asked
  const isCounted = (event: GivenEvent) =>
    series.some((one) => matches(one, event, calendar)) &&
    matches({ event: null, properties }, event, calendar)
  return periodOf(rangeSinceFirst(range, events, isCounted, calendar), interval, calendar)
}

function stickinessIn(
  period: Period,
  events: readonly GivenEvent[],
  series: GivenStickinessSeries,
  asked: GivenStickiness,
) {
  const activeIntervals = [...activeCounts(period, events, series, asked).values()]
  const days = keysOfPeriods(period, asked).map((_, i) => i + 1)
  const holds = (active: number, n: number) => (asked.isCumulative ? active >= n : active === n)
  return {
    days,
    data: days.map((n) => activeIntervals.filter((active) => holds(active, n)).length),
    count: activeIntervals.filter((active) => active > 0).length,
  }
}

/** Returns the number of active intervals of every actor that has an event of the series. */
function activeCounts(
  period: Period,
  events: readonly GivenEvent[],
  series: GivenStickinessSeries,
  asked: GivenStickiness,
): Map<Actor, number> {
  const { interval, calendar, criteria, properties } = asked
  const periods = keysOfPeriods(period, asked)
  const counted = events.filter(
    (event) =>
      matches(series, event, calendar) &&
      matches({ event: null, properties }, event, calendar) &&
      isInPeriod(event.atMs, period) &&
      actorOf(event, series) !== undefined,
  )
  const actors = new Set(counted.map((event) => actorOf(event, series)).filter((one) => one !== undefined))
  return new Map(
    [...actors].map((actor) => {
      const own = counted.filter((event) => actorOf(event, series) === actor)
      const keysOfOwn = own.map(({ atMs }) => bucketKey(atMs, interval, calendar))
      const isActive = (keys: readonly string[]) =>
        meets(keysOfOwn.filter((one) => keys.includes(one)).length, criteria)
      return [actor, periods.filter(isActive).length]
    }),
  )
}

/** "Periods": groups the intervals, beginning with the last one, so that a shorter period is the first. */
function keysOfPeriods(period: Period, { intervalCount = 1 }: GivenStickiness): string[][] {
  const left = periodKeys(period)
  const periods: string[][] = []
  while (left.length > 0) periods.unshift(left.splice(-intervalCount))
  return periods
}

const actorOf = ({ person, groups }: GivenEvent, { math }: GivenStickinessSeries): Actor | undefined =>
  typeof math === 'string' ? person : groups?.[math.uniqueGroup]

function meets(count: number, criteria: GivenStickiness['criteria']): boolean {
  if (criteria === null || count === 0) return count > 0
  const { operator, value } = criteria
  if (operator === 'gte') return count >= value
  return operator === 'lte' ? count <= value : count === value
}
