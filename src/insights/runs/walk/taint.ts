import type { ActorEvents } from '#sequences/actor-events.ts'
import { exclusionBit, type FunnelRule } from './rule.ts'

/** Finds the runs of one actor that have an excluded event between two of their steps. */
export interface Taint {
  begin(events: ActorEvents, from: number, to: number): void
  /**
   * Returns whether the run is tainted. `run` has the place of each step below `level`. Runs must be given in
   * the order of their starts, so that the time of a step (T in docs/semantics/funnels.md) never goes back.
   */
  isTainted(run: Uint32Array, level: number): boolean
  /**
   * Returns the first exclusion that taints the run, and the place of its event; null if no exclusion does.
   * The arguments are the same as for `isTainted`.
   */
  find(run: Uint32Array, level: number): { readonly exclusion: number; readonly place: number } | null
}

export function createTaint(rule: FunnelRule): Taint {
  const { windowMs } = rule
  const exclusions = exclusionSpans(rule)
  // For each exclusion, the first excluded event after the time of the from-step. It moves only forward.
  const next = new Uint32Array(exclusions.length)
  let atMs: Float64Array
  let mask: Uint32Array
  let end = 0

  function nextAfter(exclusion: number, ms: number): number {
    const bit = 1 << exclusionBit(rule, exclusion)
    let place = next[exclusion] as number
    while (place < end && (((mask[place] as number) & bit) === 0 || (atMs[place] as number) <= ms)) place++
    next[exclusion] = place
    return place
  }

  const timeOf = (run: Uint32Array, step: number) => atMs[run[step] as number] as number

  function isTaintedBy(exclusion: number, run: Uint32Array, level: number): boolean {
    const { fromStep, toStep } = exclusions[exclusion] as StepSpan
    if (level <= fromStep) return false
    const place = nextAfter(exclusion, timeOf(run, fromStep))
    if (place === end) return false
    const excludedMs = atMs[place] as number
    return level > toStep ? excludedMs < timeOf(run, toStep) : excludedMs <= timeOf(run, 0) + windowMs
  }

  return {
    begin(events, from, to) {
      atMs = events.atMs
      mask = events.mask
      end = to
      next.fill(from)
    },
    isTainted(run, level) {
      for (let i = 0; i < exclusions.length; i++) if (isTaintedBy(i, run, level)) return true
      return false
    },
    find(run, level) {
      const exclusion = exclusions.findIndex((_, i) => isTaintedBy(i, run, level))
      return exclusion < 0 ? null : { exclusion, place: next[exclusion] as number }
    },
  }
}

type StepSpan = FunnelRule['exclusions'][number]

/** Returns the steps that each exclusion spans. In an unordered funnel these are all steps. */
export const exclusionSpans = ({ order, steps, exclusions }: FunnelRule): readonly StepSpan[] =>
  order === 'unordered' ? exclusions.map(() => ({ fromStep: 0, toStep: steps - 1 })) : exclusions
