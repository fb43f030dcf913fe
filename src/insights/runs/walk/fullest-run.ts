import type { ActorEvents } from '#sequences/actor-events.ts'
import { arriveFirst, createFirstArrival, type FirstArrival } from './first-arrival.ts'
import { createOptionalSteps, type OptionalSteps } from './optional-steps.ts'
import { orderedRuns } from './ordered.ts'
import { type BestRun, type FunnelRule, NONE, type StartRange, type WalkRanges } from './rule.ts'
import { createThinOut, type ThinOut } from './thin-events.ts'

/**
 * The walk of a funnel with optional steps. Of the runs that reach the highest level it finds the run with
 * the most optional steps.
 */
export interface FullestRun {
  readonly arrival: FirstArrival
  readonly optional: OptionalSteps
  readonly allRuns: WalkRanges
  readonly thinOut: ThinOut
}

export function createFullestRun(rule: FunnelRule): FullestRun {
  const optional = createOptionalSteps(rule)
  return {
    optional,
    arrival: createFirstArrival(rule),
    allRuns: orderedRuns(rule, optional),
    thinOut: createThinOut(rule),
  }
}

/** Finds the best run of one actor, whose events are [from, to), and the events of its optional steps. */
export function walkFullest(
  walk: FullestRun,
  events: ActorEvents,
  from: number,
  to: number,
  starts: StartRange,
  best: BestRun,
): void {
  const leastLevel = arriveFullest(walk, events, from, to, starts, best)
  if (leastLevel > 0) followAll(walk, events, from, to, starts, best, leastLevel)
  if (best.level === 0) best.optional.fill(NONE)
}

/**
 * Finds the run that arrives first. Returns 0 if no other run can be better: either the actor has no run at
 * all, or no run of this level can have more optional steps. Otherwise returns the lowest level that the
 * best run can have.
 */
function arriveFullest(
  { arrival, optional }: FullestRun,
  events: ActorEvents,
  from: number,
  to: number,
  starts: StartRange,
  best: BestRun,
): number {
  if (!arriveFirst(arrival, events, from, to, starts, best)) return 1
  const { level } = best
  if (level === 0) return 0
  optional.begin(events, from, to, level)
  const count = optional.serve(best.path, level)
  best.optional.set(optional.places)
  return count === optional.mostAt(level) ? 0 : level
}

function followAll(
  { optional, allRuns, thinOut }: FullestRun,
  events: ActorEvents,
  from: number,
  to: number,
  { fromMs, toMs }: StartRange,
  best: BestRun,
  leastLevel: number,
): void {
  const ranges = { edgesMs: Float64Array.of(fromMs, toMs), each: ignore }
  const thin = thinOut(events, from, to)
  if (thin === null) {
    optional.begin(events, from, to, leastLevel)
    allRuns(events, from, to, ranges, best)
    return
  }
  optional.begin(thin.events, 0, thin.length, leastLevel)
  allRuns(thin.events, 0, thin.length, ranges, best)
  const { path, optional: done, level } = best
  for (let step = 0; step < level; step++) path[step] = thin.places[path[step] as number] as number
  for (let i = 0; i < done.length; i++)
    if (done[i] !== NONE) done[i] = thin.places[done[i] as number] as number
}

const ignore = () => undefined
