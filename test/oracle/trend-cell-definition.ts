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

/** A number of an answer: of one bucket, of all until one, or of the whole period. */
export type Cell = { readonly bucket: Bucket } | { readonly until: Bucket } | 'whole'

/** docs/semantics/trends.md: the events that a series counts, of which those of a cell are asked. */
export interface CountedEvents {
  /** All that are in the number of the cell. */
  readonly in: (cell: Cell) => readonly GivenEvent[]
  /** Those of the period, which for a window of days are not the same as those of its numbers. */
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

/** The events of the first millisecond in which each actor has one. */
function firstOfActors(events: readonly GivenEvent[], groupTypeIndex: number | null): GivenEvent[] {
  const actorOf = (event: GivenEvent) => actorsOf([event], groupTypeIndex)[0]
  return events.filter((event) => {
    const actor = actorOf(event)
    return actor !== undefined && !events.some((one) => actorOf(one) === actor && one.atMs < event.atMs)
  })
}

const textsOf = (parts: readonly GivenBreakdownPart[], event: GivenEvent, timezone: string) =>
  parts.map((part) => textValue(rawValue(part, event, timezone), part))

/** "In one row": of several events of an actor the first in the order of their values, in which none comes first. */
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

/** The days of a window; null where the events of the bucket count. */
function windowDays({ math }: GivenTrendSeries, { interval, display }: GivenTrendQuestion): number | null {
  if (math !== 'weekly_active' && math !== 'monthly_active') return null
  const isOfBucket = interval === (math === 'weekly_active' ? 'week' : 'month')
  const isAggregated = (WHOLE_DISPLAYS as readonly string[]).includes(display)
  return isOfBucket && !isAggregated ? null : math === 'weekly_active' ? 7 : 30
}
