import {
  ALL_STARTS,
  type BestRun,
  createBestRun,
  exclusionBits,
  type FunnelRule,
  startBits,
} from '#insights/runs/walk/rule.ts'
import { createRunsWalk, type RunsWalk, walkRuns } from '#insights/runs/walk/walk-runs.ts'
import type { ActorEvents } from '#sequences/actor-events.ts'

/**
 * Finds whether an actor has a run that counts: any run, or, if only open runs are asked for, an open one.
 * The functions are not closures, for the reason given at `RangesWalk`.
 */
export interface CountedRuns {
  /** Runs that start before this time do not count. */
  readonly fromMs: number
  readonly startBits: number
  readonly exclusionBits: number
  readonly walk: RunsWalk
  readonly best: BestRun
}

/** Creates the state for runs that start at `fromMs` or later. If `fromMs` is null, no run counts. */
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

/** Returns whether the actor with the events [from, to) has a run that counts. */
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
  // The walk needs no events before `first`, because a run has no event before its start.
  walkRuns(walk, events, first, to, ALL_STARTS, best)
  return best.level > 0
}
