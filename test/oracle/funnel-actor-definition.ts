import { type GivenEvent, matches } from './filter-definition.ts'
import type { GivenActor, GivenFunnelQuestion } from './funnel-question.ts'
import type { StepEvent } from './funnel-run-definition.ts'
import { hogqlValue } from './hogql-value-definition.ts'
import { isInPeriod, type Period } from './period-definition.ts'
import { rangeSinceFirst } from './range-definition.ts'
import { trendPeriod } from './trend-period-definition.ts'
import type { GivenProject } from './trend-question.ts'

/** The number of a person, the key of a group, or the text of an expression. */
export type Actor = number | string
/** The events that take part, by their actor. */
export type ActorEvents = ReadonlyMap<Actor, readonly StepEvent[]>

/** The range is read with days, save where its buckets are asked for. */
export const funnelPeriod = (
  events: readonly GivenEvent[],
  { range, vizType, interval, calendar }: GivenFunnelQuestion,
): Period =>
  trendPeriod(rangeSinceFirst(range, events, calendar), vizType === 'trends' ? interval : 'day', calendar)

/** docs/semantics/funnels.md, its beginning: which events of which actors take part. */
export function actorEvents(
  events: readonly GivenEvent[],
  question: GivenFunnelQuestion,
  { testAccountFilters }: Pick<GivenProject, 'testAccountFilters'>,
): ActorEvents {
  const { steps, exclusions, properties, filterTestAccounts, calendar } = question
  const period = funnelPeriod(events, question)
  const found = new Map<Actor, StepEvent[]>()
  for (const event of events) {
    const actor = actorOf(event, question.actor, calendar.timezone)
    const takesPart =
      isInPeriod(event.atMs, period) &&
      matches({ event: null, properties }, event, calendar) &&
      (!filterTestAccounts || matches({ event: null, properties: testAccountFilters }, event, calendar))
    if (actor === null || !takesPart) continue
    const placesOf = (matchers: typeof steps) =>
      new Set(matchers.flatMap((matcher, place) => (matches(matcher, event, calendar) ? [place] : [])))
    const own = found.get(actor) ?? []
    own.push({ atMs: event.atMs, steps: placesOf(steps), exclusions: placesOf(exclusions), event })
    found.set(actor, own)
  }
  return found
}

/** Null for an event without the actor. Empty text is no value of an expression. */
function actorOf(event: GivenEvent, actor: GivenActor, timezone: string): Actor | null {
  if (actor === 'person') return event.person
  if ('groupTypeIndex' in actor) return event.groups?.[actor.groupTypeIndex] ?? null
  const value = hogqlValue(actor.hogql, event, timezone)
  return value === null || value === undefined || value === '' ? null : String(value)
}
