import { type GivenEvent, matches, unfiltered } from './filter-definition.ts'
import type { GivenActor, GivenFunnelQuestion, GivenStep } from './funnel-question.ts'
import type { StepEvent } from './funnel-run-definition.ts'
import { hogqlValue } from './hogql-value-definition.ts'
import { isInPeriod, type Period } from './period-definition.ts'
import { previousPeriod } from './previous-period-definition.ts'
import { rangeSinceFirst } from './range-definition.ts'
import { lastMs, trendPeriod } from './trend-period-definition.ts'
import type { GivenProject } from './trend-question.ts'

/** The number of a person, the key of a group, or the text of an expression. */
export type Actor = number | string
/** The events that take part, by their actor. */
export type ActorEvents = ReadonlyMap<Actor, readonly StepEvent[]>

/**
 * Returns the period of a question. Its interval is a day, except in trends, which read the range with the
 * interval of the question.
 */
export function funnelPeriod(
  events: readonly GivenEvent[],
  question: GivenFunnelQuestion,
  project: Pick<GivenProject, 'testAccountFilters'>,
): Period {
  const { range, steps, vizType, interval, calendar } = question
  const isAsked = isAskedOf(question, project)
  const isCounted = (event: GivenEvent) =>
    isAsked(event) && steps.some((step) => matches(step, event, calendar))
  const since = rangeSinceFirst(range, events, isCounted, calendar)
  return trendPeriod(since, vizType === 'trends' ? interval : 'day', calendar)
}

/** Returns whether an event matches the filters of the whole question. */
const isAskedOf =
  (
    { properties, filterTestAccounts, calendar }: GivenFunnelQuestion,
    { testAccountFilters }: Pick<GivenProject, 'testAccountFilters'>,
  ) =>
  (event: GivenEvent) =>
    matches({ event: null, properties }, event, calendar) &&
    (!filterTestAccounts || matches({ event: null, properties: testAccountFilters }, event, calendar))

/** Returns the period of the question. With a comparison, also returns the earlier period. */
export function funnelPeriods(
  events: readonly GivenEvent[],
  question: GivenFunnelQuestion,
  project: Pick<GivenProject, 'testAccountFilters'>,
): readonly [Period] | readonly [Period, Period] {
  const current = funnelPeriod(events, question, project)
  const { range, vizType, compare = null } = question
  const interval = vizType === 'trends' ? question.interval : 'day'
  const previous = previousPeriod(current, { range, interval, compare })
  return previous === null ? [current] : [current, previous]
}

/**
 * Implements the beginning of docs/semantics/funnels.md: which events of which actors take part in a period.
 */
export function actorEvents(
  events: readonly GivenEvent[],
  question: GivenFunnelQuestion,
  project: Pick<GivenProject, 'testAccountFilters'>,
  period: Period = funnelPeriod(events, question, project),
): ActorEvents {
  const { steps, exclusions, calendar } = question
  const isAsked = isAskedOf(question, project)
  const firsts = steps.map((step) => firstTimes(events, step, { question, isAsked, period }))
  const found = new Map<Actor, StepEvent[]>()
  for (const event of events) {
    const actor = actorOf(event, question.actor, calendar.timezone)
    if (actor === null || !isInPeriod(event.atMs, period) || !isAsked(event)) continue
    const placesOf = (matchers: typeof steps) =>
      matchers.flatMap((matcher, place) => (matches(matcher, event, calendar) ? [place] : []))
    const isServed = (place: number) => {
      const first = firsts[place]
      return first === null || first?.get(actor) === event.atMs
    }
    const own = found.get(actor) ?? []
    own.push({
      atMs: event.atMs,
      steps: new Set(placesOf(steps).filter(isServed)),
      exclusions: new Set(placesOf(exclusions)),
      event,
    })
    found.set(actor, own)
  }
  return found
}

/**
 * "First times": returns the time of each actor's first event up to the end of the range. Returns null for a
 * step that every matching event serves.
 */
function firstTimes(
  events: readonly GivenEvent[],
  { math, ...step }: GivenStep,
  {
    question: { actor, calendar },
    isAsked,
    period,
  }: {
    readonly question: GivenFunnelQuestion
    readonly isAsked: (event: GivenEvent) => boolean
    readonly period: Period
  },
): ReadonlyMap<Actor, number> | null {
  if (math === undefined) return null
  const withFilters = math === 'first_time_for_user_with_filters'
  const among = withFilters ? step : unfiltered(step)
  const endMs = lastMs(period)
  const found = new Map<Actor, number>()
  for (const event of events) {
    const one = actorOf(event, actor, calendar.timezone)
    if (one === null || event.atMs > endMs || !matches(among, event, calendar)) continue
    if (withFilters && !isAsked(event)) continue
    found.set(one, Math.min(found.get(one) ?? Number.POSITIVE_INFINITY, event.atMs))
  }
  return found
}

/**
 * Returns the actor of an event, or null if it has none. An expression whose value is the empty text gives
 * no actor.
 */
function actorOf(event: GivenEvent, actor: GivenActor, timezone: string): Actor | null {
  if (actor === 'person') return event.person
  if ('groupTypeIndex' in actor) return event.groups?.[actor.groupTypeIndex] ?? null
  const value = hogqlValue(actor.hogql, event, timezone)
  return value === null || value === undefined || value === '' ? null : String(value)
}
