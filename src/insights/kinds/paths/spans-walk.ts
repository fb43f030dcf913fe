import { GrowingList } from '#insights/runs/walk/growing-list.ts'
import { ALL_STARTS, createBestRun, type FunnelRule } from '#insights/runs/walk/rule.ts'
import { createRunsWalk, walkRuns } from '#insights/runs/walk/walk-runs.ts'
import type { StartWalk } from '#sequences/actor-events.ts'

/**
 * The actors of a step of a funnel, each with a span of time. Only events of the actor in this span count.
 * All columns have the same length.
 */
export interface FunnelSpans {
  /** The numbers of persons, or the hashes of keys. */
  readonly actors: Uint32Array | BigUint64Array
  /**
   * The first and the last instant of each span, in ms since the start of the range. A bound that a span
   * does not have is infinite.
   */
  readonly fromMs: Float64Array
  readonly untilMs: Float64Array
}

export interface SpansJob {
  readonly rule: FunnelRule
  /** The step, counted from 0, whose time bounds the span. */
  readonly step: number
  /** Whether only the actors whose last step is `step` count. */
  readonly isLast: boolean
  readonly type: 'funnel_path_after_step' | 'funnel_path_before_step' | 'funnel_path_between_steps'
}

/** Finds the actors who reach a step in their best runs, and the span of each. */
export const spansWalk: StartWalk<SpansJob, FunnelSpans> = ({ rule, step, isLast, type }, memory) => {
  const walk = createRunsWalk(rule)
  const best = createBestRun(rule)
  const isBeforeDrop = isLast && type === 'funnel_path_before_step'
  const actors: (number | bigint)[] = []
  const from = new GrowingList(memory)
  const until = new GrowingList(memory)
  return {
    actor(actor, events, first, end) {
      walkRuns(walk, events, first, end, ALL_STARTS, best)
      if (isLast ? best.level !== step + 1 : best.level <= step) return
      const timeOf = (place: number) => events.atMs[best.path[place] ?? 0] ?? 0
      actors.push(actor)
      if (type === 'funnel_path_after_step') from.push(timeOf(step))
      else from.push(type === 'funnel_path_between_steps' ? timeOf(step - 1) : Number.NEGATIVE_INFINITY)
      if (type === 'funnel_path_after_step') until.push(Number.POSITIVE_INFINITY)
      // An actor who dropped off could have gone on until the end of the window.
      else until.push(isBeforeDrop ? timeOf(0) + rule.windowMs : timeOf(step))
    },
    result: () => ({
      actors:
        typeof actors[0] === 'bigint'
          ? BigUint64Array.from(actors, BigInt)
          : Uint32Array.from(actors, Number),
      fromMs: from.joined(),
      untilMs: until.joined(),
    }),
  }
}
