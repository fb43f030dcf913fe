import {
  ALL_STARTS,
  type BestRun,
  createBestRun,
  exclusionBits,
  type FunnelRule,
  startBits,
} from '#insights/funnels/walk/rule.ts'
import { createRunsWalk, type RunsWalk, walkRuns } from '#insights/funnels/walk/walk-runs.ts'
import type { ActorEvents } from '#sequences/actor-events.ts'

/** Finds whether an actor has a run that counts: of open runs, of any run. No closure, as `RangesWalk`. */
export interface CountedRuns {
  /** Earlier starts are passed over. */
  readonly fromMs: number
  readonly startBits: number
  readonly exclusionBits: number
  readonly walk: RunsWalk
  readonly best: BestRun
}

/** Of the runs that start at `fromMs` or later; none where it is null. */
export function createCountedRuns(
  rule: FunnelRule,
  fromMs: number | null = Number.NEGATIVE_INFINITY,
): CountedRuns {
  return {
    fromMs: fromMs ?? Number.POSITIVE_INFINITY,
    startBits: startBits(rule),
    exclusionBits: exclusionBits(rule),
    walk: createRunsWalk(rule),
    best: createBestRun(rule),
  }
}

/** Of the actor with the events [from, to). */
export function hasCountedRun(runs: CountedRuns, events: ActorEvents, from: number, to: number): boolean {
  const { fromMs, startBits, exclusionBits, walk, best } = runs
  const { atMs, mask } = events
  let bits = 0
  let first = to
  for (; first > from && (atMs[first - 1] as number) >= fromMs; first--) {
    bits |= mask[first - 1] as number
    // Without exclusions every start has a run that counts.
    if (exclusionBits === 0 && (bits & startBits) !== 0) return true
  }
  if ((bits & startBits) === 0) return false
  if ((bits & exclusionBits) === 0) return true
  // A run has no event before its start.
  walkRuns(walk, events, first, to, ALL_STARTS, best)
  return best.level > 0
}
