import type { GivenEvent, Properties, Scalar } from './filter-definition.ts'
import { type Actor, actorEvents, funnelPeriod } from './funnel-actor-definition.ts'
import { rulesOf } from './funnel-answer-definition.ts'
import { bestTimes } from './funnel-level-definition.ts'
import type { GivenFunnelQuestion } from './funnel-question.ts'
import { runsOf } from './funnel-run-definition.ts'
import { isInPeriod } from './period-definition.ts'
import type { GivenProject } from './trend-question.ts'

export type GivenLookedAt =
  | { readonly kind: 'events'; readonly excluded: readonly string[] }
  | {
      readonly kind: 'event_with_properties'
      readonly events: readonly string[]
      readonly excluded: readonly string[]
    }
  | { readonly kind: 'properties'; readonly names: readonly string[]; readonly excluded: readonly string[] }

export interface GivenCorrelation {
  readonly funnel: GivenFunnelQuestion
  readonly lookedAt: GivenLookedAt
}

export interface DefinedItem {
  readonly name: string
  readonly success: readonly Actor[]
  readonly failure: readonly Actor[]
  readonly oddsRatio: number
  readonly type: 'success' | 'failure'
}
export interface DefinedCorrelation {
  readonly items: readonly DefinedItem[]
  readonly skewed: boolean
}

/** An actor of step 1, with the span of time in which the actor's events count. */
interface Member {
  readonly actor: Actor
  readonly hasConverted: boolean
  readonly isBetween: (atMs: number) => boolean
}

/** Implements docs/semantics/correlation.md literally. */
export function definedCorrelation(
  events: readonly GivenEvent[],
  { funnel, lookedAt }: GivenCorrelation,
  project: Pick<GivenProject, 'testAccountFilters'>,
): DefinedCorrelation {
  const members = membersOf(events, funnel, project)
  const successes = members.filter(({ hasConverted }) => hasConverted).length
  const failures = members.length - successes
  if (successes === 0 || failures === 0) return { items: [], skewed: true }
  const having = new Map<string, Member[]>()
  for (const member of members)
    for (const name of itemsOf(member, events, { funnel, lookedAt }, project))
      having.set(name, [...(having.get(name) ?? []), member])
  const all = [...having].flatMap(([name, own]): DefinedItem[] => {
    if (own.length < 25 && own.length < 0.02 * members.length) return []
    if (lookedAt.kind === 'event_with_properties' && own.length <= 2) return []
    const success = own.filter(({ hasConverted }) => hasConverted).map(({ actor }) => actor)
    const failure = own.filter(({ hasConverted }) => !hasConverted).map(({ actor }) => actor)
    const [s, f] = [success.length, failure.length]
    const oddsRatio = ((s + 1) * (failures - f + 1)) / ((successes - s + 1) * (f + 1))
    return [{ name, success, failure, oddsRatio, type: oddsRatio > 1 ? 'success' : 'failure' }]
  })
  const skewed = successes > 10 * failures || failures > 10 * successes
  return { items: [...tenOf(all, 'success', -1), ...tenOf(all, 'failure', 1)], skewed }
}

const tenOf = (all: readonly DefinedItem[], type: DefinedItem['type'], direction: 1 | -1) =>
  all
    .filter((item) => item.type === type)
    .sort((a, b) => direction * (a.oddsRatio - b.oddsRatio) || (a.name < b.name ? -1 : 1))
    .slice(0, 10)

function membersOf(
  events: readonly GivenEvent[],
  funnel: GivenFunnelQuestion,
  project: Pick<GivenProject, 'testAccountFilters'>,
): Member[] {
  const rules = rulesOf(funnel)
  return [...actorEvents(events, funnel, project)].flatMap(([actor, own]): Member[] => {
    const times = bestTimes(runsOf(own, rules))
    const [startMs, endMs] = [times?.[0], times?.at(-1)]
    if (times === null || startMs === undefined || endMs === undefined) return []
    const hasConverted = times.length === rules.stepCount - rules.optionalSteps.length
    const isBetween = (atMs: number) =>
      atMs > startMs && (hasConverted ? atMs < endMs : atMs <= startMs + rules.windowMs)
    return [{ actor, hasConverted, isBetween }]
  })
}

/** Returns the items that a member has, each item once. */
function itemsOf(
  { actor, isBetween }: Member,
  events: readonly GivenEvent[],
  { funnel, lookedAt }: GivenCorrelation,
  project: Pick<GivenProject, 'testAccountFilters'>,
): Set<string> {
  const period = funnelPeriod(events, funnel, project)
  const own = events.filter((event) => actorIn(event, funnel) === actor)
  const between = own.filter(({ atMs }) => isInPeriod(atMs, period) && isBetween(atMs))
  const { excluded } = lookedAt
  if (lookedAt.kind === 'properties') {
    const [any] = own
    const properties = funnel.actor === 'person' ? any?.personProperties : any?.groupProperties?.[0]
    const isAsked = (name: string) =>
      (lookedAt.names.includes('$all') || lookedAt.names.includes(name)) && !excluded.includes(name)
    const having = properties ?? {}
    // An actor without a named property is counted as one of the property's items.
    const missing = lookedAt.names.filter(
      (name) => name !== '$all' && isAsked(name) && !hasValue(having[name]),
    )
    return new Set([...valuesIn(having, isAsked), ...missing.map((name) => `${name}::`)])
  }
  if (lookedAt.kind === 'event_with_properties') {
    const named = between.filter(({ name }) => lookedAt.events.includes(name))
    return new Set(
      named.flatMap(({ name, properties }) =>
        valuesIn(properties, (property) => !excluded.includes(property)).map((one) => `${name}::${one}`),
      ),
    )
  }
  const ofSteps = funnel.steps.map(({ event }) => event)
  const names = between.map(({ name }) => name)
  return new Set(names.filter((name) => !ofSteps.includes(name) && !excluded.includes(name)))
}

const valuesIn = (properties: Properties, isAsked: (name: string) => boolean): string[] =>
  Object.entries(properties).flatMap(([name, value]) =>
    value === null || !isAsked(name) ? [] : [`${name}::${textOf(value)}`],
  )
const hasValue = (value: Scalar | null | undefined) => value !== undefined && value !== null
const textOf = (value: Scalar) => String(value)

const actorIn = ({ person, groups, properties }: GivenEvent, { actor }: GivenFunnelQuestion): unknown => {
  if (actor === 'person') return person
  return 'groupTypeIndex' in actor ? groups?.[actor.groupTypeIndex] : properties.$session_id
}
