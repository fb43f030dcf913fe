import type { FunnelRule } from '#insights/runs/walk/rule.ts'
import { createTaint, exclusionSpans } from '#insights/runs/walk/taint.ts'
import type { ActorEvents } from '#sequences/actor-events.ts'

/** An excluded event that taints a run. */
export interface TaintedBy {
  readonly place: number
  /** The index of the exclusion, from 0. */
  readonly exclusion: number
  /** Both steps are counted from 0, without optional steps. */
  readonly fromStep: number
  readonly toStep: number
}

/**
 * Returns the first exclusion that taints the run whose events are at `run`, with its excluded event; null
 * if none does.
 */
export function findTaint(rule: FunnelRule, events: ActorEvents, run: readonly number[]): TaintedBy | null {
  const taint = createTaint(rule)
  taint.begin(events, 0, events.mask.length)
  const found = taint.find(Uint32Array.from(run), run.length)
  const span = exclusionSpans(rule)[found?.exclusion ?? -1]
  return found === null || span === undefined ? null : { ...found, ...span }
}
