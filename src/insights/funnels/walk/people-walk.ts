import type { StartWalk } from '#sequences/actor-events.ts'
import { attributionOf, type Visit } from './attribution.ts'
import type { FunnelJob } from './row-walk.ts'
import { createRows, type RowName, rowNumber } from './rows.ts'
import { type BestRun, createBestRun, type StartRange } from './rule.ts'
import { walkRuns } from './walk-runs.ts'

/** The actors behind a number. The rows of a breakdown are given. */
export interface PeopleJob extends FunnelJob {
  readonly row: RowName
  /** Those of a bucket, or `ALL_STARTS`. */
  readonly starts: StartRange
  /** Of the actors. Those who reached step k, from 1: k to all steps; those who dropped out before it: k - 1 alone. */
  readonly leastLevel: number
  readonly mostLevel: number
  /** Actors that took from `fromMs` until before `toMs` between two steps, from 0; the least level is above both. */
  readonly took: {
    readonly fromStep: number
    readonly toStep: number
    readonly fromMs: number
    readonly toMs: number
  } | null
}

/** Their numbers, or the hashes of their texts; each once, in the order of the events. */
export const startPeople: StartWalk<PeopleJob, Uint32Array | BigUint64Array> = (job) => {
  const { rule, breakdown, leastLevel, mostLevel, took } = job
  const rows = createRows(breakdown)
  const asked = breakdown === null ? 0 : rowNumber(breakdown.rows ?? [], job.row)
  const attribute = attributionOf(breakdown, rule.steps, rows)
  const walk = walkRuns(rule)
  const best: BestRun = createBestRun(rule.steps)
  const numbers: number[] = []
  const hashes: bigint[] = []
  let isInCell = false

  const isInTime = (atMs: Float64Array): boolean => {
    if (took === null) return true
    const [fromPlace, toPlace] = [best.path[took.fromStep] as number, best.path[took.toStep] as number]
    const ms = (atMs[toPlace] as number) - (atMs[fromPlace] as number)
    return ms >= took.fromMs && ms < took.toMs
  }
  const visit: Visit = (row, events, from, to) => {
    if (row !== asked) return
    walk(events, from, to, job.starts, best)
    if (best.level >= leastLevel && best.level <= mostLevel && isInTime(events.atMs)) isInCell = true
  }

  return {
    actor(actor, events, from, to, values) {
      isInCell = false
      attribute(events, from, to, values, visit)
      if (!isInCell) return
      if (typeof actor === 'number') numbers.push(actor)
      else hashes.push(actor)
    },
    result: () => (hashes.length > 0 ? BigUint64Array.from(hashes) : Uint32Array.from(numbers)),
  }
}
