import type { StartWalk } from '#sequences/actor-events.ts'
import { type Bin, binsOf } from './bins.ts'
import { createTimes } from './growing.ts'
import { type FunnelJob, type FunnelRow, walkRows } from './row-walk.ts'

/** Steps from 0. */
export interface ConvertJob extends FunnelJob {
  readonly fromStep: number
  readonly toStep: number
  /** Null: found from the number of actors. */
  readonly binCount: number | null
}
export interface Conversions {
  /** The actors that reached the to-step. */
  readonly count: number
  /** Over them, since the from-step in their best runs. */
  readonly sumMs: number
  readonly bins: readonly Bin[]
}

export const startConvert: StartWalk<ConvertJob, FunnelRow<Conversions>[]> = (job) => {
  const { fromStep, toStep, binCount } = job
  const all = createTimes()
  const conversionsOf = (times: Float64Array): Conversions => ({
    count: times.length,
    sumMs: times.reduce((sum, ms) => sum + ms, 0),
    bins: binsOf(times, binCount),
  })
  return walkRows(job, {
    add(row, { level, path }, { atMs }) {
      if (level <= toStep) return
      all.add(row, (atMs[path[toStep] as number] as number) - (atMs[path[fromStep] as number] as number))
    },
    finish: ({ names, placeOf }) => all.byRow(names.length, placeOf).map(conversionsOf),
  })
}
