import type { GivenEvent, Scalar } from './filter-definition.ts'
import { toNumber } from './filter-definition.ts'
import { hogqlMath } from './hogql-math-definition.ts'
import { percentile } from './percentile-definition.ts'
import { type GivenMath, type GivenNumberMath, NUMBER_MATHS } from './trend-question.ts'

/**
 * Implements docs/semantics/trends.md, "Maths": returns the value of the events that a series counts in one
 * bucket.
 */
export function mathValue(
  asked: GivenMath,
  events: readonly GivenEvent[],
  groupTypeIndex: number | null,
): number {
  const { math, math_group_type_index: index, math_hogql: hogql } = asked
  const actors = actorsOf(events, groupTypeIndex)
  const [, ofActors] = /^(.*)_count_per_actor$/.exec(math) ?? []
  if (ofActors !== undefined) {
    const counts = [...new Set(actors)].map((actor) => actors.filter((one) => one === actor).length)
    return numbersValue(ofActors as GivenNumberMath, counts)
  }
  switch (math) {
    case 'total':
      return events.length
    case 'dau':
    case 'weekly_active':
    case 'monthly_active':
    case 'first_time_for_user':
    case 'first_matching_event_for_user':
      return new Set(actors).size
    case 'unique_group':
      return new Set(groupsOf(events, index ?? 0)).size
    case 'unique_session':
      return new Set(events.flatMap(sessionsOf)).size
    case 'hogql':
      return finite(hogqlMath(hogql ?? '', events))
    default:
      return numbersValue(
        math as GivenNumberMath,
        numbersOf(events, asked).map((number) => number * (asked.math_multiplier ?? 1)),
      )
  }
}

/** The statistics of a property's numbers in one bucket, as in docs/semantics/trends.md, "Box plots". */
export interface DefinedBox {
  readonly min: number
  readonly p25: number
  readonly median: number
  readonly p75: number
  readonly max: number
  readonly mean: number
  readonly count: number
}

export function boxOf(asked: GivenMath, events: readonly GivenEvent[]): DefinedBox {
  const numbers = numbersOf(events, asked).map((number) => number * (asked.math_multiplier ?? 1))
  if (numbers.length === 0) return { min: 0, p25: 0, median: 0, p75: 0, max: 0, mean: 0, count: 0 }
  return {
    min: Math.min(...numbers),
    p25: percentile(numbers, 25),
    median: percentile(numbers, 50),
    p75: percentile(numbers, 75),
    max: Math.max(...numbers),
    mean: numbers.reduce((sum, one) => sum + one, 0) / numbers.length,
    count: numbers.length,
  }
}

/** Returns whether an event has what the math counts: an actor, a group, or a session. */
export function hasSubject(
  event: GivenEvent,
  { math, math_property: property, math_group_type_index: index }: GivenMath,
  groupTypeIndex: number | null,
): boolean {
  if (math === 'unique_session' || property === '$session_duration') return sessionsOf(event).length > 0
  if (math === 'unique_group') return groupsOf([event], index ?? 0).length > 0
  const isOfActors = !['total', 'hogql', ...NUMBER_MATHS].includes(math)
  return !isOfActors || actorsOf([event], groupTypeIndex).length > 0
}

/**
 * Returns the person of each event, or with a group type the group of each event. Events without the group
 * are left out.
 */
export const actorsOf = (
  events: readonly GivenEvent[],
  groupTypeIndex: number | null,
): readonly (number | string)[] =>
  groupTypeIndex === null ? events.map(({ person }) => person) : groupsOf(events, groupTypeIndex)

const groupsOf = (events: readonly GivenEvent[], index: number): string[] =>
  events.flatMap(({ groups }) => groups?.[index] ?? [])

/** Returns a list that has the session of an event; empty if the event has none. */
function sessionsOf({ properties }: GivenEvent): string[] {
  const id = properties.$session_id
  return typeof id === 'string' && id !== '' ? [id] : []
}

function numbersOf(
  events: readonly GivenEvent[],
  { math_property: property = '', math_property_type: type }: GivenMath,
): number[] {
  if (type === 'person_properties')
    return events.flatMap(({ personProperties }) => finiteNumbers(personProperties?.[property]))
  if (property !== '$session_duration')
    return events.flatMap(({ properties }) => finiteNumbers(properties[property]))
  const durations = events.flatMap((event) =>
    sessionsOf(event).map((id) => [id, Number(event.sessionProperties?.$session_duration)] as const),
  )
  return [...new Map(durations).values()]
}

/** Returns a list that has the number, which may be given as text. For any other value the list is empty. */
export function finiteNumbers(value: Scalar | null | undefined): number[] {
  if (typeof value !== 'number' && typeof value !== 'string') return []
  const number = toNumber(String(value))
  return Number.isFinite(number) ? [number] : []
}

const PERCENT: Readonly<Record<string, number>> = { median: 50, p75: 75, p90: 90, p95: 95, p99: 99 }

/** Returns the value of the math over numbers; 0 if there are no numbers. */
function numbersValue(math: GivenNumberMath, numbers: readonly number[]): number {
  const sum = numbers.reduce((a, b) => a + b, 0)
  if (math === 'sum' || numbers.length === 0) return sum
  if (math === 'avg') return sum / numbers.length
  if (math === 'min') return Math.min(...numbers)
  if (math === 'max') return Math.max(...numbers)
  return percentile(numbers, PERCENT[math] ?? Number.NaN)
}

const finite = (value: number) => (Number.isFinite(value) ? value : 0)
