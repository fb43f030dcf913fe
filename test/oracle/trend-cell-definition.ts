import { compareValues } from './breakdown-row-definition.ts'
import { rawValue, textValue } from './breakdown-value-definition.ts'
import { type GivenEvent, matches, unfiltered } from './filter-definition.ts'
import { actorsOf, hasSubject } from './math-definition.ts'
import { isInPeriod, type Period } from './period-definition.ts'
import { bucketKey } from './range-definition.ts'
import { type Bucket, lastMs, windowOf } from './trend-period-definition.ts'
import {
  type GivenBreakdown,
  type GivenBreakdownPart,
  type GivenProject,
  type GivenTrendQuestion,
  type GivenTrendSeries,
  WHOLE_DISPLAYS,
} from './trend-question.ts'

/**
 * Names a number of an answer: the number of one bucket, of all buckets up to one, or of the whole period.
 */
export type Cell = { readonly bucket: Bucket } | { readonly until: Bucket } | 'whole'

/** The events that a series counts, by docs/semantics/trends.md. A caller asks for the events of one cell. */
export interface CountedEvents {
  /** Returns all events that are counted in the number of the cell. */
  readonly in: (cell: Cell) => readonly GivenEvent[]
  /** Events of the period. With a window of days, numbers also count events from before the period. */
  readonly ofPeriod: readonly GivenEvent[]
}

export function countedEvents(
  events: readonly GivenEvent[],
  series: GivenTrendSeries,
  question: GivenTrendQuestion,
  project: GivenProject,
  period: Period,
  breakdown: GivenBreakdown | null,
): CountedEvents {
  const { calendar, properties, filterTestAccounts, groupTypeIndex, interval } = question
  const isNamed = (event: GivenEvent) => matches(unfiltered(series), event, calendar)
  const fits = (event: GivenEvent) =>
    matches(series, event, calendar) &&
    matches({ event: null, properties }, event, calendar) &&
    (!filterTestAccounts || matches({ event: null, properties: project.testAccountFilters }, event, calendar))
  const endMs = lastMs(period)
  const early = events.filter(({ atMs }) => atMs <= endMs)
  const counted = {
    first_time_for_user: () => firstOfActors(early.filter(isNamed), groupTypeIndex).filter(fits),
    first_matching_event_for_user: () => firstOfActors(early.filter(fits), groupTypeIndex),
  }
  const firsts = counted[series.math as keyof typeof counted]?.()
  const parts = breakdown !== null && 'parts' in breakdown.by ? breakdown.by.parts : []
  const inOrder = (a: GivenEvent, b: GivenEvent) =>
    compareValues(...([a, b].map((one) => textsOf(parts, one, calendar.timezone)) as [string[], string[]]))
  const fitting =
    firsts === undefined
      ? early.filter(fits)
      : parts.length === 0
        ? firsts
        : oneOfEachActor(firsts, groupTypeIndex, inOrder)
  const all = fitting.filter((event) => hasSubject(event, series, groupTypeIndex))
  const placed = all
    .filter(({ atMs }) => isInPeriod(atMs, period))
    .map((event) => ({ event, key: bucketKey(event.atMs, interval, calendar) }))
  const days = windowDays(series, question)
  return {
    ofPeriod: placed.map(({ event }) => event),
    in: (cell) => {
      const isUntil = cell !== 'whole' && 'until' in cell
      if (days !== null && !isUntil) {
        const [fromMs, toMs] = windowOf(cell === 'whole' ? null : cell.bucket, days, period)
        return all.filter(({ atMs }) => fromMs <= atMs && atMs < toMs)
      }
      const isIn = ({ event, key }: (typeof placed)[number]) => {
        if (cell === 'whole') return true
        return 'until' in cell ? event.atMs < cell.until.endMs : key === cell.bucket.key
      }
      return placed.filter(isIn).map(({ event }) => event)
    },
  }
}

/** Returns the events of each actor's first millisecond. */
function firstOfActors(events: readonly GivenEvent[], groupTypeIndex: number | null): GivenEvent[] {
  const actorOf = (event: GivenEvent) => actorsOf([event], groupTypeIndex)[0]
  return events.filter((event) => {
    const actor = actorOf(event)
    return actor !== undefined && !events.some((one) => actorOf(one) === actor && one.atMs < event.atMs)
  })
}

const textsOf = (parts: readonly GivenBreakdownPart[], event: GivenEvent, timezone: string) =>
  parts.map((part) => textValue(rawValue(part, event, timezone), part))

/**
 * "In one row": keeps one event of each actor, the first in the order of their breakdown values. A missing
 * value comes before all others.
 */
function oneOfEachActor(
  events: readonly GivenEvent[],
  groupTypeIndex: number | null,
  inOrder: (a: GivenEvent, b: GivenEvent) => number,
): GivenEvent[] {
  const found = new Map<unknown, GivenEvent>()
  for (const event of [...events].sort(inOrder)) {
    const actor = actorsOf([event], groupTypeIndex)[0]
    if (!found.has(actor)) found.set(actor, event)
  }
  return [...found.values()]
}

/** Returns the days of a window, or null if only the events of the bucket count. */
function windowDays({ math }: GivenTrendSeries, { interval, display }: GivenTrendQuestion): number | null {
  if (math !== 'weekly_active' && math !== 'monthly_active') return null
  const isOfBucket = interval === (math === 'weekly_active' ? 'week' : 'month')
  const isAggregated = (WHOLE_DISPLAYS as readonly string[]).includes(display)
  return isOfBucket && !isAggregated ? null : math === 'weekly_active' ? 7 : 30
}
