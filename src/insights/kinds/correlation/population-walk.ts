import { GrowingList } from '#insights/runs/walk/growing-list.ts'
import { ALL_STARTS, createBestRun, type FunnelRule } from '#insights/runs/walk/rule.ts'
import { createRunsWalk, walkRuns } from '#insights/runs/walk/walk-runs.ts'
import type { StartWalk } from '#sequences/actor-events.ts'

/** The actors at step 1 of a funnel. All columns have the same length. */
export interface FunnelPopulation {
  /** The numbers of persons, or the hashes of keys. */
  readonly actors: Uint32Array | BigUint64Array
  /** The time at which the best run of each actor begins, in ms since the start of the range. */
  readonly startsMs: Float64Array
  /** The time at which the best run of each actor reaches its last step. */
  readonly endsMs: Float64Array
  /** 1 if the best run of the actor reached the last step of the funnel, otherwise 0. */
  readonly converted: Uint8Array
}

export interface PopulationJob {
  readonly rule: FunnelRule
}

/**
 * Finds the actors at step 1 and the times of their best runs. Leaves out actors that are out of the funnel
 * because of an exclusion.
 */
export const populationWalk: StartWalk<PopulationJob, FunnelPopulation> = ({ rule }, memory) => {
  const walk = createRunsWalk(rule)
  const best = createBestRun(rule)
  const actors: (number | bigint)[] = []
  const starts = new GrowingList(memory)
  const ends = new GrowingList(memory)
  const converted: number[] = []
  return {
    actor(actor, events, from, to) {
      walkRuns(walk, events, from, to, ALL_STARTS, best)
      if (best.level === 0) return
      actors.push(actor)
      starts.push(events.atMs[best.path[0] ?? 0] ?? 0)
      ends.push(events.atMs[best.path[best.level - 1] ?? 0] ?? 0)
      converted.push(best.level === rule.steps ? 1 : 0)
    },
    result: () => ({
      actors:
        typeof actors[0] === 'bigint'
          ? BigUint64Array.from(actors, BigInt)
          : Uint32Array.from(actors, Number),
      startsMs: starts.joined(),
      endsMs: ends.joined(),
      converted: Uint8Array.from(converted),
    }),
  }
}
