import type { Row } from './breakdown-row-definition.ts'
import { type GivenEvent, type GivenGroup, type GivenMatcher, matches } from './filter-definition.ts'
import { addDays, instantShowing } from './local-time.ts'
import { bucketKey, dateOf, type GivenCalendar, instantOf } from './range-definition.ts'
import type { GivenSum } from './retention-sum-definition.ts'
import type { GivenBreakdown } from './trend-question.ts'

export interface GivenRetention {
  readonly target: GivenMatcher
  readonly returning: GivenMatcher
  readonly properties: GivenGroup
  readonly type: 'retention_recurring' | 'retention_first_time' | 'retention_first_ever_occurrence'
  readonly interval: 'hour' | 'day' | 'week' | 'month'
  readonly totalIntervals: number
  /** The field `date_to`: a day, an instant, or a relative date; null is now. */
  readonly to: string | null
  readonly isExplicit: boolean
  readonly isCumulative: boolean
  readonly minimumOccurrences: number
  /**
   * How many intervals after the first one are counted together in each value. Empty counts each interval
   * alone.
   */
  readonly brackets: readonly number[]
  /** Whether intervals are windows from the start of each actor, and not intervals of the calendar. */
  readonly isRolling: boolean
  readonly reference: 'total' | 'previous'
  /** The type of groups that are counted; null counts persons. */
  readonly groupTypeIndex: number | null
  readonly breakdown: GivenBreakdown | null
  /** Null counts actors without a sum or mean. */
  readonly summed: GivenSum | null
  readonly calendar: GivenCalendar
}
export interface DefinedCohort {
  /** The start of the cohort's interval. */
  readonly startMs: number
  readonly counts: readonly number[]
  /** The sum or the mean of each value; absent if none is asked. */
  readonly sums?: readonly number[]
  readonly rates: readonly (number | null)[]
  readonly isIncomplete: readonly boolean[]
}
/** Names a value of a cohort. Both indexes count from 0. */
export interface DefinedCell {
  readonly cohort: number
  readonly value: number
  /** Null without a breakdown. */
  readonly row: Row | null
}

/**
 * Implements docs/semantics/retention.md literally: decides for every actor whether it is in a cohort, and in
 * which intervals it came back.
 */
export function cohortsByDefinition(
  events: readonly GivenEvent[],
  asked: GivenRetention,
  row: Row | null,
): DefinedCohort[] {
  const keys = intervalKeys(asked)
  return keys.map((key, cohort) => {
    const values = valuesOfCohort(asked, cohort)
    const counts = values.map((_, value) => actorsBehind(events, asked, { cohort, value, row }).length)
    return {
      startMs: startOfKey(key, asked),
      counts,
      rates: counts.map((count, value) => rateOf(count, value, counts, asked)),
      isIncomplete: values.map((distances) =>
        distances.some((distance) => {
          const one = keys[cohort + distance]
          if (one === undefined) return true
          return asked.isRolling && distance > 0
            ? isWindowIncomplete(key, distance, asked)
            : isIncomplete(one, asked)
        }),
      ),
    }
  })
}

/**
 * Returns, for each value, the distances of the intervals that it counts from the interval of the cohort.
 * Distances may go beyond the range.
 */
export function distancesOf({ brackets, totalIntervals }: GivenRetention): number[][] {
  if (brackets.length === 0) return Array.from({ length: totalIntervals }, (_, distance) => [distance])
  const all = [[0]]
  for (const size of brackets) {
    const before = all.flat().length
    all.push(Array.from({ length: size }, (_, i) => before + i))
  }
  return all
}

/** Returns the values of a cohort: those whose first interval is in the range. */
const valuesOfCohort = (asked: GivenRetention, cohort: number) =>
  distancesOf(asked).filter(([first = 0]) => cohort + first < asked.totalIntervals)

/** Returns the actors that a value counts, in order. */
export function actorsBehind(
  events: readonly GivenEvent[],
  asked: GivenRetention,
  { cohort, value, row }: DefinedCell,
): Actor[] {
  const keys = intervalKeys(asked)
  const ofRow = row === null || isByFirstEvent(asked) ? events : events.filter(row.has)
  return [...eventsByActor(ofRow, asked)]
    .filter(([, own]) => isInCohort(keys[cohort] ?? '', own, asked))
    .filter(([, own]) => row === null || !isByFirstEvent(asked) || firstTargets(own, asked).some(row.has))
    .filter(
      ([, own]) =>
        value === 0 ||
        distancesOf(asked)
          .slice(value, asked.isCumulative ? undefined : value + 1)
          .flat()
          .filter((distance) => cohort + distance < keys.length)
          .some((distance) =>
            asked.isRolling
              ? isBackInWindow(distance, own, asked)
              : isBack(keys[cohort + distance] ?? '', own, asked),
          ),
    )
    .map(([actor]) => actor)
    .sort()
}

/**
 * Returns whether the first target event of an actor decides its row. Otherwise each event has its own row.
 */
export const isByFirstEvent = ({ type, breakdown }: GivenRetention) =>
  type !== 'retention_recurring' && breakdown !== null && 'parts' in breakdown.by

/** Returns a list with a number for each value of a cohort: 1 if the value counts the actor, otherwise 0. */
export const appearancesOf = (
  actor: Actor,
  events: readonly GivenEvent[],
  asked: GivenRetention,
  { cohort, row }: DefinedCell,
): number[] =>
  valuesOfCohort(asked, cohort).map((_, value) =>
    Number(actorsBehind(events, asked, { cohort, value, row }).includes(actor)),
  )

export type Actor = number | string

export function eventsByActor(events: readonly GivenEvent[], { groupTypeIndex }: GivenRetention) {
  const byActor = new Map<Actor, GivenEvent[]>()
  for (const event of events) {
    const actor = groupTypeIndex === null ? event.person : event.groups?.[groupTypeIndex]
    if (actor !== undefined) byActor.set(actor, [...(byActor.get(actor) ?? []), event])
  }
  return byActor
}

function isInCohort(key: string, own: readonly GivenEvent[], asked: GivenRetention): boolean {
  const { target, type } = asked
  if (asked.isRolling) {
    const start = startOf(own, asked)
    return start !== undefined && isIn(key, start, asked)
  }
  const deciding =
    type === 'retention_recurring'
      ? own.filter((event) => counts(target, event, asked))
      : firstTargets(own, asked)
  return deciding.some((event) => isIn(key, event, asked))
}

const isInRange = (event: GivenEvent, asked: GivenRetention) =>
  intervalKeys(asked).includes(bucketKey(event.atMs, asked.interval, asked.calendar)) &&
  !(asked.isExplicit && event.atMs > lastMs(asked))

/**
 * Returns the event at which the windows of an actor begin: its first target event of the range, or of all
 * time.
 */
function startOf(own: readonly GivenEvent[], asked: GivenRetention): GivenEvent | undefined {
  const { target, type } = asked
  if (type !== 'retention_recurring') return firstTargets(own, asked)[0]
  return own
    .filter((event) => counts(target, event, asked) && isInRange(event, asked))
    .toSorted((a, b) => a.atMs - b.atMs)[0]
}

const WINDOW_HOURS = { hour: 1, day: 24, week: 7 * 24, month: 30 * 24 } as const
const windowMs = ({ interval }: GivenRetention) => WINDOW_HOURS[interval] * HOUR_MS

/** Returns whether an actor came back in a window. */
function isBackInWindow(window: number, own: readonly GivenEvent[], asked: GivenRetention): boolean {
  const startMs = startOf(own, asked)?.atMs ?? Number.NaN
  return (
    own.filter(
      (event) =>
        event.atMs >= startMs + window * windowMs(asked) &&
        event.atMs < startMs + (window + 1) * windowMs(asked) &&
        counts(asked.returning, event, asked) &&
        isInRange(event, asked),
    ).length >= asked.minimumOccurrences
  )
}

/** Returns whether the last window of a cohort's actors can end after the last complete interval. */
function isWindowIncomplete(key: string, value: number, asked: GivenRetention): boolean {
  const keys = intervalKeys(asked)
  const complete = keys.findIndex((one) => isIncomplete(one, asked))
  const lastKey = complete < 0 ? keys.at(-1) : keys[complete - 1]
  if (lastKey === undefined) return true
  return endOfKey(key, asked) + (value + 1) * windowMs(asked) > endOfKey(lastKey, asked)
}

/**
 * Returns the target events that bring an actor into its only cohort: all target events in the millisecond
 * of the first one.
 */
export function firstTargets(own: readonly GivenEvent[], asked: GivenRetention): GivenEvent[] {
  const { target, type } = asked
  const targets = own.filter((event) => counts(target, event, asked))
  const named =
    type === 'retention_first_time'
      ? targets
      : own.filter((event) =>
          matches({ ...target, properties: { type: 'AND', values: [] } }, event, asked.calendar),
        )
  const firstMs = Math.min(...named.map(({ atMs }) => atMs))
  return targets.filter(({ atMs }) => atMs === firstMs)
}

/** Returns whether an actor came back in an interval. */
const isBack = (key: string, own: readonly GivenEvent[], asked: GivenRetention) =>
  own.filter((event) => counts(asked.returning, event, asked) && isIn(key, event, asked)).length >=
  asked.minimumOccurrences

export const counts = (matcher: GivenMatcher, event: GivenEvent, { properties, calendar }: GivenRetention) =>
  matches(matcher, event, calendar) && matches({ event: null, properties }, event, calendar)

export const isIn = (key: string, { atMs }: GivenEvent, asked: GivenRetention) =>
  bucketKey(atMs, asked.interval, asked.calendar) === key && !(asked.isExplicit && atMs > lastMs(asked))

function rateOf(
  count: number,
  value: number,
  all: readonly number[],
  { reference }: GivenRetention,
): number | null {
  const of = all[reference === 'total' || value === 0 ? 0 : value - 1] ?? 0
  return of === 0 ? null : count / of
}

/**
 * Returns the instant that `date_to` stands for. This instant is in the last interval. A day stands for its
 * last instant, or with explicit dates for its first.
 */
export function lastMs({ to, isExplicit, calendar }: GivenRetention): number {
  if (to === null) return calendar.nowMs
  const atMs = instantOf(to, calendar)
  if (!Number.isNaN(atMs)) return atMs
  const date = dateOf(to, calendar)
  return isExplicit ? midnight(date, calendar) : midnight(addDays(date, 1), calendar) - 1
}

const midnight = (date: string, { timezone }: GivenCalendar) => instantShowing(`${date} 00:00:00`, timezone)

const HOUR_MS = 3_600_000
/**
 * Step for walking through time. No interval is shorter than its step, and hours begin only at quarters of an
 * hour.
 */
const STEPS_MS = { hour: HOUR_MS / 4, day: 6 * HOUR_MS, week: 24 * HOUR_MS, month: 24 * HOUR_MS } as const

/**
 * Returns the keys of all intervals, the earliest first. Walks back in time until there are as many as the
 * question asks.
 */
export function intervalKeys(asked: GivenRetention): string[] {
  const known = KEYS.get(asked) ?? findKeys(asked)
  KEYS.set(asked, known)
  return known
}

/** The keys of each question. They are kept, because a definition needs them for every event. */
const KEYS = new WeakMap<GivenRetention, string[]>()

function findKeys(asked: GivenRetention): string[] {
  const { interval, totalIntervals, calendar } = asked
  const keys = new Set<string>()
  for (let atMs = lastMs(asked); keys.size < totalIntervals; atMs -= STEPS_MS[interval])
    keys.add(bucketKey(atMs, interval, calendar))
  return [...keys].sort()
}

const startOfKey = (key: string, { interval, calendar }: GivenRetention) =>
  interval === 'hour' ? Date.parse(key) : midnight(key, calendar)

/**
 * Returns the begin of the next interval. Walks forward until the key changes, which may be after the range.
 */
function endOfKey(key: string, asked: GivenRetention): number {
  const { interval, calendar } = asked
  let atMs = startOfKey(key, asked)
  while (bucketKey(atMs, interval, calendar) <= key) atMs += STEPS_MS[interval]
  return startOfKey(bucketKey(atMs, interval, calendar), asked)
}

const SECOND_MS = 1000

/** Returns whether the interval is not over yet, or has a second that is after an explicit end. */
const isIncomplete = (key: string, asked: GivenRetention) => {
  const { interval, calendar, isExplicit, to } = asked
  const keyOf = (atMs: number) => bucketKey(atMs, interval, calendar)
  return (
    keyOf(calendar.nowMs) <= key || (isExplicit && to !== null && keyOf(lastMs(asked) + SECOND_MS) <= key)
  )
}
