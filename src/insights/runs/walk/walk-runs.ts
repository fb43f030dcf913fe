import type { ActorEvents } from '#sequences/actor-events.ts'
import { arriveFirst, createFirstArrival, type FirstArrival } from './first-arrival.ts'
import { createFullestRun, type FullestRun, walkFullest } from './fullest-run.ts'
import { orderedRuns } from './ordered.ts'
import type { BestRun, FunnelRule, StartRange, StartRanges, WalkRanges } from './rule.ts'
import { createSinglePass, passOnce, type SinglePass } from './single-pass.ts'
import { strictRuns } from './strict.ts'
import { unorderedRuns } from './unordered.ts'

/**
 * The walk of a rule over ranges of starts. Its scratch space is created once, so two actors must not be
 * walked at the same time. The functions through which most actors pass are not closures: a worker drops
 * the optimised code of a function that was created for one question, and compiling the walk again took 36
 * ms of CPU for each question.
 */
export interface RangesWalk {
  /** The single pass; null if the rule needs more than one pass. */
  readonly pass: SinglePass | null
  readonly general: WalkRanges
}

export function createRangesWalk(rule: FunnelRule): RangesWalk {
  if (rule.order === 'unordered') return { pass: null, general: unorderedRuns(rule) }
  return {
    pass: createSinglePass(rule),
    general: rule.order === 'ordered' ? orderedRuns(rule) : strictRuns(rule),
  }
}

/** Does what `WalkRanges` describes. */
export function walkRanges(
  { pass, general }: RangesWalk,
  events: ActorEvents,
  from: number,
  to: number,
  ranges: StartRanges,
  best: BestRun,
): void {
  if (pass !== null && passOnce(pass, events, from, to, ranges, best)) return
  general(events, from, to, ranges, best)
}

/** The walk of all starts, or of the starts in a range. */
export interface RunsWalk {
  readonly arrival: FirstArrival
  /** Finds the best run when `arrival` cannot. */
  readonly ranges: RangesWalk
  /** The edges of the range, as a list of one range. */
  readonly edgesMs: Float64Array
  readonly only: StartRanges
  /** Finds the best run if there are optional steps; null without optional steps. */
  readonly fullest: FullestRun | null
}

export function createRunsWalk(rule: FunnelRule): RunsWalk {
  const edgesMs = new Float64Array(2)
  return {
    ranges: createRangesWalk(rule),
    arrival: createFirstArrival(rule),
    edgesMs,
    only: { edgesMs, each: ignore },
    fullest: (rule.optional?.length ?? 0) > 0 ? createFullestRun(rule) : null,
  }
}

const ignore = () => undefined

/** Finds the best run (docs/semantics/funnels.md) of one actor, whose events are [from, to). */
export function walkRuns(
  { ranges, arrival, edgesMs, only, fullest }: RunsWalk,
  events: ActorEvents,
  from: number,
  to: number,
  starts: StartRange,
  best: BestRun,
): void {
  if (fullest !== null) {
    walkFullest(fullest, events, from, to, starts, best)
    return
  }
  if (arriveFirst(arrival, events, from, to, starts, best)) return
  edgesMs[0] = starts.fromMs
  edgesMs[1] = starts.toMs
  walkRanges(ranges, events, from, to, only, best)
}
