import type { Actor, ActorEvents } from './funnel-actor-definition.ts'
import { bestTimes, timeAt } from './funnel-level-definition.ts'
import { placeOf, type StepTimes, timesOfAll } from './funnel-optional-definition.ts'
import { type RunRules, runsOf } from './funnel-run-definition.ts'
import { isInPeriod, type Period } from './period-definition.ts'
import { bucketKey, type GivenCalendar, type GivenInterval } from './range-definition.ts'
import type { Bucket } from './trend-period-definition.ts'

export interface DefinedStep {
  readonly count: number
  /** Null for the first step, and if there are no actors. */
  readonly averageSeconds: number | null
  readonly medianSeconds: number | null
  /** Null for the first step, for an optional step, and in a strict funnel. */
  readonly openCount: number | null
}
export interface DefinedConversion {
  readonly days: readonly string[]
  readonly labels: readonly string[]
  readonly data: readonly number[]
}
export interface DefinedTimes {
  /** The bins, each with the second at which it begins and its number of actors. */
  readonly bins: readonly (readonly [number, number])[]
  readonly averageSeconds: number | null
  readonly medianSeconds: number | null
}
/** The steps between which actors convert, counted from 0. */
export interface Span {
  readonly fromStep: number
  readonly toStep: number
}

/**
 * Returns the times at which the best run of each actor does each step. Actors that do not count are left
 * out.
 */
function bestRuns(actors: ActorEvents, rules: RunRules): ReadonlyMap<Actor, StepTimes> {
  const found = new Map<Actor, StepTimes>()
  for (const [actor, events] of actors) {
    const times = bestTimes(runsOf(events, rules))
    if (times !== null) found.set(actor, timesOfAll(times, events, rules))
  }
  return found
}

/** Implements docs/semantics/funnels.md, "Steps". */
export function definedSteps(actors: ActorEvents, rules: RunRules, period: Period): DefinedStep[] {
  const runs = [...bestRuns(actors, rules).values()]
  return Array.from({ length: rules.stepCount }, (_, step): DefinedStep => {
    const reached = runs.filter((times) => times[step] !== undefined)
    const tookMs = step === 0 ? [] : reached.map((times) => msBetween(times, lastBefore(times, step), step))
    return {
      count: reached.length,
      averageSeconds: inSeconds(averageOf(tookMs)),
      medianSeconds: inSeconds(medianOf(tookMs)),
      openCount: hasOpenCount(step, rules) ? openActorsOfStep(actors, rules, step, period).length : null,
    }
  })
}

/**
 * Returns the actors that reached a step. With `hasConverted` false, returns the actors that reached the
 * last required step before it and did not reach the step itself. Steps count from 0.
 */
export const actorsOfStep = (
  actors: ActorEvents,
  rules: RunRules,
  { step, hasConverted }: { readonly step: number; readonly hasConverted: boolean },
): Actor[] =>
  [...bestRuns(actors, rules)]
    .filter(([, times]) => (times[step] !== undefined) === hasConverted)
    .filter(([, times]) => hasConverted || times[requiredBefore(step, rules)] !== undefined)
    .map(([actor]) => actor)

/** "Time left": returns whether the step has an open count. */
const hasOpenCount = (step: number, { order, optionalSteps }: RunRules): boolean =>
  step > 0 && order !== 'strict' && !optionalSteps.includes(step)

/**
 * Returns the actors that dropped at the step and have time left. An actor has time left if it still has a
 * level when its runs are left out whose window ends within the range.
 */
export const openActorsOfStep = (
  actors: ActorEvents,
  rules: RunRules,
  step: number,
  period: Period,
): Actor[] =>
  actorsOfStep(actors, rules, { step, hasConverted: false }).filter((actor) => {
    const runs = runsOf(actors.get(actor) ?? [], rules)
    return bestTimes(runs.filter(({ startMs }) => !isInPeriod(startMs + rules.windowMs, period))) !== null
  })

/** "Trends": returns one value for each bucket, from the runs that start in it. */
export function definedConversion(
  actors: ActorEvents,
  rules: RunRules,
  { fromStep, toStep }: Span,
  buckets: readonly Bucket[],
  { interval, calendar }: { readonly interval: GivenInterval; readonly calendar: GivenCalendar },
): DefinedConversion {
  const runs = [...actors.values()].map((events) =>
    runsOf(events, rules).map((run) => ({ ...run, key: bucketKey(run.startMs, interval, calendar) })),
  )
  const data = buckets.map((bucket) => {
    const levels = runs.map((own) => bestTimes(own.filter(({ key }) => key === bucket.key))?.length ?? 0)
    const countAt = (step: number) => levels.filter((level) => level > placeOf(step, rules)).length
    return countAt(fromStep) === 0 ? 0 : quotientOf(100 * countAt(toStep), countAt(fromStep))
  })
  return { days: buckets.map(({ day }) => day), labels: buckets.map(({ label }) => label), data }
}

const MOST_BINS = 60

/** Implements "Time to convert". */
export function definedTimes(
  actors: ActorEvents,
  rules: RunRules,
  { fromStep, toStep }: Span,
  binCount: number | null,
): DefinedTimes {
  const tookMs = [...bestRuns(actors, rules).values()]
    .filter((times) => times[toStep] !== undefined)
    .map((times) => msBetween(times, fromStep, toStep))
  if (tookMs.length === 0) return { bins: [], averageSeconds: null, medianSeconds: null }
  const seconds = tookMs.map((ms) => ms / 1000)
  const count = binCount ?? Math.min(MOST_BINS, leastWithCube(seconds.length))
  const beginning = Math.floor(Math.min(...seconds))
  const width = Math.ceil((Math.ceil(Math.max(...seconds)) - beginning) / count) || 60
  const bins = Array.from({ length: count + 1 }, (_, i) => {
    const low = beginning + i * width
    return [low, seconds.filter((one) => low <= one && one < low + width).length] as const
  })
  return {
    bins,
    averageSeconds: quotientOf(
      tookMs.reduce((sum, ms) => sum + ms, 0),
      1000 * tookMs.length,
    ),
    medianSeconds: quotientOf(2 * (medianOf(tookMs) ?? 0), 2000),
  }
}

/** The cube root, rounded up. */
function leastWithCube(count: number): number {
  let root = 1
  while (root ** 3 < count) root++
  return root
}

/** Divides two whole numbers and rounds to 2 decimals, halves up. */
function quotientOf(part: number, whole: number): number {
  const halves = (200n * BigInt(part)) / BigInt(whole)
  return Number((halves + 1n) / 2n) / 100
}

const msBetween = (times: StepTimes, from: number, to: number) => timeAt(times, to) - timeAt(times, from)

/** The last step before this one that the run has done. */
const lastBefore = (times: StepTimes, step: number) =>
  times.findLastIndex((time, i) => i < step && time !== undefined)

/** The last required step before this one. */
export function requiredBefore(step: number, { optionalSteps }: Pick<RunRules, 'optionalSteps'>): number {
  let before = step - 1
  while (optionalSteps.includes(before)) before--
  return before
}

// A sum of whole milliseconds is exact in any order, so values stay in milliseconds until here.
const inSeconds = (ms: number | null) => (ms === null ? null : ms / 1000)

const averageOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.ceil(values.length / 2) - 1], sorted[Math.floor(values.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
