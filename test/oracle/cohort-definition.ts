import type { ToldEvent } from './given-story.ts'
import type { DefinedPerson } from './person-definition.ts'

const UNIT_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000 } as const
type Unit = keyof typeof UNIT_MS

/** A condition about persons, in the form that clients send. */
export interface GivenPersonLeaf {
  readonly type: 'person'
  readonly key: string
  readonly operator: 'exact' | 'is_not' | 'is_set' | 'is_not_set'
  readonly value?: string
}
export interface GivenBehavior {
  readonly type: 'behavioral'
  readonly key: string
  /**
   * With `actions`, the condition names the action whose name is `key`. The action counts the events of the
   * same name.
   */
  readonly event_type: 'events' | 'actions'
  readonly value: string
  readonly negation: boolean
  readonly time_value: number
  readonly time_interval: Unit
  readonly seq_time_value: number
  readonly seq_time_interval: Unit
  readonly seq_event: string
  readonly seq_event_type: 'events' | 'actions'
  readonly operator: 'gte' | 'gt' | 'lte' | 'lt' | 'exact'
  readonly operator_value: number
  readonly total_periods: number
  readonly min_periods: number
  readonly event_filters: readonly { readonly key: string; readonly operator: 'is_set' | 'is_not_set' }[]
}
/** `value` is the index of an earlier cohort in the list of cohorts. */
export interface GivenReference {
  readonly type: 'cohort'
  readonly key: 'id'
  readonly value: number
  readonly negation: boolean
}
export type GivenLeaf = GivenPersonLeaf | GivenBehavior | GivenReference
export interface GivenTree {
  readonly type: 'AND' | 'OR'
  readonly values: readonly (GivenTree | GivenLeaf)[]
}
/** A cohort with a definition, or a static one with the distinct ids that were added to it. */
export type GivenCohort = GivenTree | { readonly added: readonly string[] }

export interface World {
  readonly persons: readonly DefinedPerson[]
  readonly events: readonly ToldEvent[]
  readonly nowMs: number
  readonly cohorts: readonly GivenCohort[]
}

/**
 * Implements docs/semantics/cohorts.md literally: decides for each person separately. Only persons with a
 * profile can be members.
 */
export const membersByDefinition = (cohort: GivenCohort, world: World): DefinedPerson[] =>
  world.persons.filter((person) => person.createdUs !== null && isMember(person, cohort, world))

function isMember(person: DefinedPerson, cohort: GivenCohort, world: World): boolean {
  if ('added' in cohort) return cohort.added.some((id) => person.distinctIds.includes(id))
  return !isEmpty(cohort) && holds(cohort, person, world)
}

const isEmpty = (node: GivenTree | GivenLeaf): boolean => 'values' in node && node.values.every(isEmpty)

function holds(node: GivenTree | GivenLeaf, person: DefinedPerson, world: World): boolean {
  if ('values' in node) {
    const members = node.values.filter((one) => !isEmpty(one)).map((one) => holds(one, person, world))
    return node.type === 'AND' ? !members.includes(false) : members.includes(true)
  }
  if (node.type === 'person') return propertyHolds(node, person.properties.get(node.key))
  if (node.type === 'cohort') {
    const other = world.cohorts[node.value]
    return (other !== undefined && isMember(person, other, world)) !== node.negation
  }
  const times = timesOf(node.key, node.event_filters, person, world)
  const holdsOf =
    node.value === 'performed_event_sequence'
      ? sequenceHolds(node, times, timesOf(node.seq_event, [], person, world), world.nowMs)
      : behaviorHolds(node, times, world.nowMs)
  return holdsOf !== node.negation
}

/** Decides a condition on a property. An object is set but has no text; null counts as missing. */
function propertyHolds({ operator, value }: GivenPersonLeaf, found: unknown): boolean {
  const isSet = found !== undefined && found !== null
  const isSame = isSet && typeof found !== 'object' && String(found) === value
  return { exact: isSame, is_not: !isSame, is_set: isSet, is_not_set: !isSet }[operator]
}

/** Returns the times at which the person sent an event that the condition counts. */
function timesOf(
  key: string,
  filters: GivenBehavior['event_filters'],
  person: DefinedPerson,
  world: World,
): number[] {
  return world.events
    .filter(({ name, distinctId, properties }) => {
      const fits = filters.every((one) => (properties[one.key] !== undefined) === (one.operator === 'is_set'))
      return name === key && fits && person.distinctIds.includes(distinctId)
    })
    .map(({ atMs }) => atMs)
}

/**
 * Goes back `value` units from now. Days and weeks begin at a midnight, in UTC here; hours and minutes begin
 * at a full minute.
 */
function beginning(value: number, unit: Unit, nowMs: number): number {
  const cutMs = UNIT_MS[unit] < UNIT_MS.day ? UNIT_MS.minute : UNIT_MS.day
  return Math.floor((nowMs - value * UNIT_MS[unit]) / cutMs) * cutMs
}

/** Whether the person has both events in the window, the second later than the first by at most the gap. */
function sequenceHolds(
  leaf: GivenBehavior,
  times: readonly number[],
  nextTimes: readonly number[],
  nowMs: number,
): boolean {
  const fromMs = beginning(leaf.time_value, leaf.time_interval, nowMs)
  const gapMs = leaf.seq_time_value * UNIT_MS[leaf.seq_time_interval]
  const inWindow = (all: readonly number[]) => all.filter((at) => at >= fromMs)
  return inWindow(times).some((at) => inWindow(nextTimes).some((next) => next > at && next - at <= gapMs))
}

function behaviorHolds(leaf: GivenBehavior, times: readonly number[], nowMs: number): boolean {
  const back = (periods: number) => beginning(periods * leaf.time_value, leaf.time_interval, nowMs)
  const fromMs = back(1)
  const gapMs = beginning(leaf.seq_time_value, leaf.seq_time_interval, nowMs)
  const inWindow = times.filter((at) => at >= fromMs)
  const recent = times.filter((at) => at >= gapMs)
  const between = inWindow.filter((at) => at < gapMs)
  const before = times.filter((at) => at < fromMs)
  switch (leaf.value) {
    case 'performed_event':
      return inWindow.length > 0
    case 'performed_event_multiple':
      return fitsCount(inWindow.length, leaf)
    case 'performed_event_first_time':
      return inWindow.length > 0 && before.length === 0
    case 'stopped_performing_event':
      return between.length > 0 && recent.length === 0
    case 'restarted_performing_event':
      return before.length > 0 && between.length === 0 && recent.length > 0
    default: {
      const fitting = Array.from({ length: leaf.total_periods }, (_, i) => {
        const endMs = i === 0 ? Infinity : back(i)
        return compares(times.filter((at) => at >= back(i + 1) && at < endMs).length, leaf)
      })
      const all = times.filter((at) => at >= back(leaf.total_periods))
      return hasDone(all.length, leaf) && fitting.filter(Boolean).length >= leaf.min_periods
    }
  }
}

/**
 * "At most" and "fewer than" only hold for persons with at least one event, unless the condition allows 0
 * events alone.
 */
function hasDone(count: number, { operator, operator_value: wanted }: GivenBehavior): boolean {
  const isNever = (operator === 'lte' && wanted === 0) || (operator === 'lt' && wanted === 1)
  return count > 0 || isNever || !operator.startsWith('lt')
}

const fitsCount = (count: number, leaf: GivenBehavior) => hasDone(count, leaf) && compares(count, leaf)

function compares(count: number, { operator, operator_value: wanted }: GivenBehavior): boolean {
  const truth = {
    gte: count >= wanted,
    gt: count > wanted,
    lte: count <= wanted,
    lt: count < wanted,
    exact: count === wanted,
  }
  return truth[operator]
}
