import type { StartWalk } from '#sequences/actor-events.ts'
import { type FunnelJob, type FunnelRow, walkRows } from './row-walk.ts'
import { createBestRun } from './rule.ts'
import { walkRanges } from './walk-runs.ts'

/** Steps from 0. */
export interface TrendsJob extends FunnelJob {
  readonly fromStep: number
  readonly toStep: number
  /** Where the buckets begin, and the end of the last; ms since the start of the range. */
  readonly edgesMs: readonly number[]
}
/** By bucket: the actors at the from-step and at the to-step. */
export interface Conversion {
  readonly from: Uint32Array
  readonly to: Uint32Array
}

export const startTrends: StartWalk<TrendsJob, FunnelRow<Conversion>[]> = (job) => {
  const count = job.edgesMs.length - 1
  const empty = (): Conversion => ({ from: new Uint32Array(count), to: new Uint32Array(count) })
  const byRow = new Map<number, Conversion>()
  const walk = walkRanges(job.rule)
  const best = createBestRun(job.rule.steps)
  let ofRow = empty()

  const buckets = {
    edgesMs: job.edgesMs,
    each(bucket: number) {
      if (best.level > job.fromStep) increase(ofRow.from, bucket)
      if (best.level > job.toStep) increase(ofRow.to, bucket)
    },
  }

  return walkRows(job, {
    add(row, _best, events, from, to) {
      ofRow = byRow.get(row) ?? empty()
      byRow.set(row, ofRow)
      walk(events, from, to, buckets, best)
    },
    finish({ names, placeOf }) {
      const all = names.map(empty)
      for (const [row, conversion] of byRow) {
        const sum = all[placeOf(row)] as Conversion
        for (let i = 0; i < count; i++) {
          increase(sum.from, i, conversion.from[i])
          increase(sum.to, i, conversion.to[i])
        }
      }
      return all
    },
  })
}

function increase(counts: Uint32Array, i: number, by = 1): void {
  counts[i] = (counts[i] as number) + by
}
