// The entry of a worker with the walk that the bench measures: an ordered funnel without exclusions.
import type { StartWalk } from '../src/sequences/actor-events.ts'
import { serveWalks } from '../src/sequences/serve-walks.ts'

export interface FunnelJob {
  readonly steps: number
  readonly windowMs: number
}
export interface FunnelCounts {
  /** Persons by their level, from 0. */
  readonly persons: readonly number[]
  /** Of the best runs, from the first step to the last that they reached. */
  readonly totalMs: number
}

const orderedFunnel: StartWalk<FunnelJob, FunnelCounts> = ({ steps, windowMs }) => {
  const persons = Array<number>(steps + 1).fill(0)
  // The latest start of a run that has reached each level; of level 0 it is the event itself.
  const startMs = new Float64Array(steps + 1)
  let level = 0
  let bestMs = 0
  let totalMs = 0

  // The last step first, so that an event serves one step of a run.
  function climb(timeMs: number, bits: number): void {
    startMs[0] = timeMs
    for (let step = steps; step >= 1; step--) {
      const sinceStartMs = timeMs - (startMs[step - 1] ?? 0)
      if ((bits & (1 << (step - 1))) === 0 || sinceStartMs > windowMs) continue
      startMs[step] = timeMs - sinceStartMs
      if (step > level) bestMs = sinceStartMs
      level = Math.max(level, step)
    }
  }
  return {
    actor(_, { atMs, mask }, from, to) {
      startMs.fill(Number.NEGATIVE_INFINITY)
      level = 0
      bestMs = 0
      for (let at = from; at < to; at++) climb(atMs[at] ?? 0, mask[at] ?? 0)
      persons[level] = (persons[level] ?? 0) + 1
      totalMs += bestMs
    },
    result: () => ({ persons, totalMs }),
  }
}

serveWalks({ orderedFunnel })
