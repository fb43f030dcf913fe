import { type BestRun, type FunnelRule, NONE, placeOfStep, stepBits } from '#insights/funnels/walk/rule.ts'
import type { ActorEvents } from '#sequences/actor-events.ts'

/** A step of a run. Of several events of its time any that serves it may be its event. */
export interface RunStep {
  /** From 1; in an unordered funnel its place in the run. */
  readonly step: number
  /** Its bit; in an unordered funnel that of the k-th step, which its event need not match. */
  readonly bit: number
  /** Since the start of the range. */
  readonly atMs: number
}

/** The steps of a run, in order of time. */
export const runSteps = (rule: FunnelRule, { atMs }: ActorEvents, best: BestRun): RunStep[] =>
  stepBits(rule).flatMap((bit, i) => {
    const place = placeOfStep(best, bit)
    return place === NONE ? [] : [{ step: i + 1, bit, atMs: atMs[place] ?? 0 }]
  })
