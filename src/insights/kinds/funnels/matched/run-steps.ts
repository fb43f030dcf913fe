import { type BestRun, type FunnelRule, NONE, placeOfStep, stepBits } from '#insights/runs/walk/rule.ts'
import type { ActorEvents } from '#sequences/actor-events.ts'

/** A step of a run. If several events at its time serve it, any of them may be the event of the step. */
export interface RunStep {
  /** The number of the step, counted from 1. In an unordered funnel it is the position in the run. */
  readonly step: number
  /**
   * The bit of the step. In an unordered funnel it is the bit of the k-th step, which the event need not
   * match.
   */
  readonly bit: number
  /** In ms since the start of the range. */
  readonly atMs: number
}

/** Returns the steps of a run, in order of time. */
export const runSteps = (rule: FunnelRule, { atMs }: ActorEvents, best: BestRun): RunStep[] =>
  stepBits(rule).flatMap((bit, i) => {
    const place = placeOfStep(best, bit)
    return place === NONE ? [] : [{ step: i + 1, bit, atMs: atMs[place] ?? 0 }]
  })
