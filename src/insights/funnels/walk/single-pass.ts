import type { ActorEvents } from '#sequences/actor-events.ts'
import type { BestRun, FunnelRule } from './rule.ts'

/**
 * Finds the best run of all starts, in one pass. Not where two events have one millisecond: it returns false then,
 * and `best` means nothing.
 */
export type SinglePass = (events: ActorEvents, from: number, to: number, best: BestRun) => boolean

/** Of an ordered or a strict funnel. Exclusions mean nothing to it. */
export function createSinglePass({ order, steps, windowMs }: FunnelRule): SinglePass {
  const stepBits = 2 ** steps - 1
  const isStrict = order === 'strict'
  // By step: the latest start of which a run has reached it. Only such a start can be the best of those that reach the next step.
  const startOf = new Float64Array(steps)
  // Of the best run: its level, the place of its last step, and its start, which as a variable would take memory anew each time.
  let level = 0
  let arrival = 0
  const bestStartMs = new Float64Array(1)

  /**
   * Takes the runs further that have come to `reachedBits` before an event which serves one of `bits`: the steps that have a start in
   * `startOf` then.
   */
  function take(bits: number, reachedBits: number, ms: number, place: number): number {
    let reached = reachedBits
    // From the last step to the first: an event serves one step of a run.
    for (let left = bits; left !== 0; ) {
      const step = 31 - Math.clz32(left)
      const bit = 1 << step
      left ^= bit
      const startMs = step === 0 ? ms : (startOf[step - 1] as number)
      if (ms - startMs > windowMs) continue
      startOf[step] = startMs
      reached |= bit
      if (step >= level) reach(step + 1, startMs, place)
    }
    return reached
  }

  function reach(higher: number, startMs: number, place: number): void {
    level = higher
    bestStartMs[0] = startMs
    arrival = place
  }

  /** Finds `level`, the best start and its arrival. False for events of one millisecond. */
  function findBest({ atMs, mask }: ActorEvents, from: number, to: number): boolean {
    let reachedBits = 0
    let lastMs = Number.NEGATIVE_INFINITY
    level = 0
    for (let place = from; place < to; place++) {
      const ms = atMs[place] as number
      if (ms === lastMs) return false
      lastMs = ms
      const bits = (mask[place] as number) & ((reachedBits << 1) | 1) & stepBits
      // Strict: the steps that the event before has reached are not those of this one.
      reachedBits = take(bits, isStrict ? 0 : reachedBits, ms, place)
      // No run can be better; but an event of the same millisecond would change the way of this one.
      if (level === steps) return place + 1 === to || atMs[place + 1] !== ms
    }
    return true
  }

  /** Writes the run of the best start: each next step at the first chance. */
  function writePath({ atMs, mask }: ActorEvents, from: number, path: Uint32Array): void {
    const startMs = bestStartMs[0] as number
    let step = 0
    for (let place = from; step < level; place++) {
      if ((atMs[place] as number) < startMs || (((mask[place] as number) >>> step) & 1) === 0) continue
      path[step++] = place
    }
  }

  return (events, from, to, best) => {
    if (!findBest(events, from, to)) return false
    best.level = level
    best.isExcluded = false
    if (level === 1) best.path[0] = arrival
    else writePath(events, from, best.path)
    return true
  }
}
