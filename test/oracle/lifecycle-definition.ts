import { type GivenEvent, type GivenGroup, type GivenMatcher, matches } from './filter-definition.ts'
import { isInPeriod, keyBefore, periodKeys, periodOf } from './period-definition.ts'
import {
  bucketKey,
  dayOf,
  type GivenCalendar,
  type GivenInterval,
  type GivenRange,
  rangeSinceFirst,
} from './range-definition.ts'

export const STATUSES = ['new', 'returning', 'resurrecting', 'dormant'] as const
export type LifecycleStatus = (typeof STATUSES)[number]

export interface GivenLifecycle {
  readonly series: GivenMatcher
  readonly properties: GivenGroup
  readonly range: GivenRange
  readonly interval: GivenInterval
  readonly calendar: GivenCalendar
  /** Null counts persons. */
  readonly groupTypeIndex: 0 | 1 | 2 | 3 | 4 | null
  /** The statuses to answer; an empty list means all four. */
  readonly toggledLifecycles: readonly LifecycleStatus[]
}
/** `created_at` of all persons and groups that the events name, in epoch ms. */
export interface CreatedTimes {
  /** Keyed by the number of the person; null for a distinct id without a person. */
  readonly persons: Readonly<Record<number, number | null>>
  /** Keyed by the index of the group type, then by the group's key. */
  readonly groups: Readonly<Record<number, Readonly<Record<string, number>>>>
}
export interface DefinedLifecycle {
  readonly status: LifecycleStatus
  readonly days: readonly string[]
  readonly data: readonly number[]
  readonly count: number
}

/**
 * Implements docs/semantics/lifecycle.md literally: gives every person a status in every interval, one after
 * the other.
 */
export function lifecycleByDefinition(
  events: readonly GivenEvent[],
  people: CreatedTimes,
  asked: GivenLifecycle,
): DefinedLifecycle[] {
  const { interval, calendar, toggledLifecycles } = asked
  const { keys, statuses } = statusesByActor(events, people, asked)
  const days = keys.map((key) => dayOf(key, interval, calendar))
  return STATUSES.filter(
    (status) => toggledLifecycles.length === 0 || toggledLifecycles.includes(status),
  ).map((status) => {
    const sign = status === 'dormant' ? -1 : 1
    const data = keys.map((_, i) => sum([...statuses.values()].map((one) => (one[i] === status ? sign : 0))))
    return { status, days, data, count: sum(data) }
  })
}

/** Names one number: a status in an interval of the range, whose index counts from 0. */
export interface DefinedCell {
  readonly status: LifecycleStatus
  readonly bucket: number
}

/** Returns the actors behind one number, in order. */
export const actorsWithStatus = (
  events: readonly GivenEvent[],
  people: CreatedTimes,
  asked: GivenLifecycle,
  { status, bucket }: DefinedCell,
): Actor[] =>
  [...statusesByActor(events, people, asked).statuses]
    .filter(([, statuses]) => statuses[bucket] === status)
    .map(([actor]) => actor)
    .sort()

/** Returns the keys of the intervals, and the status of every actor in each interval. */
function statusesByActor(events: readonly GivenEvent[], people: CreatedTimes, asked: GivenLifecycle) {
  const { interval, calendar } = asked
  const keyOf = (atMs: number) => bucketKey(atMs, interval, calendar)
  const isCounted = (event: GivenEvent) =>
    matches(asked.series, event, calendar) &&
    matches({ event: null, properties: asked.properties }, event, calendar)
  const period = periodOf(rangeSinceFirst(asked.range, events, isCounted, calendar), interval, calendar)
  const keys = periodKeys(period)
  const keyBeforeAll = keyBefore(keys[0] ?? '', interval, calendar)
  const matching = events.filter(
    (event) => isCounted(event) && (isInPeriod(event.atMs, period) || keyOf(event.atMs) === keyBeforeAll),
  )
  const statusesOf = (actor: Actor) => {
    const active = new Set(
      matching.filter((event) => actorOf(event, asked) === actor).map(({ atMs }) => keyOf(atMs)),
    )
    const firstKey = keyOf(firstSeenMs(actor, events, people, asked))
    return keys.map((key) => statusIn(key, keyBefore(key, interval, calendar), active, firstKey))
  }
  const actors = new Set(matching.map((event) => actorOf(event, asked)).filter((one) => one !== undefined))
  return { keys, statuses: new Map([...actors].map((actor) => [actor, statusesOf(actor)])) }
}

type Actor = number | string

const actorOf = ({ person, groups }: GivenEvent, { groupTypeIndex }: GivenLifecycle): Actor | undefined =>
  groupTypeIndex === null ? person : groups?.[groupTypeIndex]

/** Returns null if a person is active neither in the interval nor in the one before it. */
function statusIn(
  key: string,
  before: string,
  active: ReadonlySet<string>,
  firstKey: string,
): LifecycleStatus | null {
  if (!active.has(key)) return active.has(before) ? 'dormant' : null
  if (firstKey === key) return 'new'
  return active.has(before) ? 'returning' : 'resurrecting'
}

function firstSeenMs(
  actor: Actor,
  events: readonly GivenEvent[],
  people: CreatedTimes,
  { groupTypeIndex }: GivenLifecycle,
): number {
  const createdMs =
    groupTypeIndex === null ? people.persons[Number(actor)] : people.groups[groupTypeIndex]?.[actor]
  if (createdMs === undefined) throw new Error(`No created_at is given for ${actor}`)
  if (createdMs !== null) return createdMs
  return Math.min(...events.filter(({ person }) => person === actor).map(({ atMs }) => atMs))
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
