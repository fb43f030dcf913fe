import type { StartWalk } from '#sequences/actor-events.ts'
import { createTimes } from './growing.ts'
import { medianOf } from './median.ts'
import { type FunnelJob, type FunnelRow, walkRows } from './row-walk.ts'

/** Of each step but the first. */
export interface StepTimes {
  /** The actors that reached the step. */
  readonly count: number
  /** Over them, since the step before in their best runs. */
  readonly sumMs: number
  /** Null without an actor. */
  readonly medianMs: number | null
}

/** `size` of a row is the count of the first step. */
export const startSteps: StartWalk<FunnelJob, FunnelRow<{ readonly later: readonly StepTimes[] }>[]> = (
  job,
) => {
  const later = Array.from({ length: job.rule.steps - 1 }, createTimes)
  return walkRows(job, {
    add(row, { level, path }, { atMs }) {
      for (let step = 1; step < level; step++) {
        const ms = (atMs[path[step] as number] as number) - (atMs[path[step - 1] as number] as number)
        later[step - 1]?.add(row, ms)
      }
    },
    finish({ names, placeOf }) {
      const split = later.map((times) => times.byRow(names.length, placeOf).map(stepTimesOf))
      return names.map((_, row) => ({ later: split.map((ofRows) => ofRows[row] as StepTimes) }))
    },
  })
}

const stepTimesOf = (times: Float64Array): StepTimes => ({
  count: times.length,
  sumMs: times.reduce((sum, ms) => sum + ms, 0),
  medianMs: medianOf(times),
})
