import { ALL_STARTS, type BestRun, createBestRun, type FunnelRule } from '#insights/funnels/walk/rule.ts'
import { walkRanges, walkRuns } from '#insights/funnels/walk/walk-runs.ts'
import type { ActorEvents } from '#sequences/actor-events.ts'
import { type Collect, perRow } from './collect.ts'

export interface TrendTotals {
  readonly kind: 'trends'
  /** By bucket: the actors of its runs at the from-step and at the to-step. */
  readonly entered: readonly number[]
  readonly converted: readonly number[]
}

export interface ComparedSteps {
  /** From 0. */
  readonly fromStep: number
  readonly toStep: number
}

/** The actors of the runs that begin in each bucket. `edgesMs` are the starts of the buckets and the end of the last, in ms since the start of the range. */
export function collectTrends(
  rule: FunnelRule,
  { fromStep, toStep }: ComparedSteps,
  edgesMs: readonly number[],
): Collect<TrendTotals> {
  const eachBucket = bucketWalk(rule, edgesMs)
  const walk = walkRuns(rule)
  const best = createBestRun(rule)
  const rows = perRow(() => ({
    actors: 0,
    entered: new Float64Array(edgesMs.length - 1),
    converted: new Float64Array(edgesMs.length - 1),
  }))
  return {
    add(row, events, from, to) {
      walk(events, from, to, ALL_STARTS, best)
      const totals = rows.of(row)
      if (best.level > 0) totals.actors++
      eachBucket(events, from, to, (place, { level }) => {
        if (level > fromStep) totals.entered[place] = (totals.entered[place] ?? 0) + 1
        if (level > toStep) totals.converted[place] = (totals.converted[place] ?? 0) + 1
      })
    },
    size: (row) => rows.present(row)?.actors ?? 0,
    totals(asked) {
      const present = asked.flatMap((row) => rows.present(row) ?? [])
      const sum = (of: 'entered' | 'converted') =>
        edgesMs.slice(1).map((_, place) => present.reduce((all, one) => all + (one[of][place] ?? 0), 0))
      return { kind: 'trends', entered: sum('entered'), converted: sum('converted') }
    },
  }
}

/** Visits the buckets in which an actor has a start, each with the best run of those that begin in it. */
type EachBucket = (
  events: ActorEvents,
  from: number,
  to: number,
  visit: (place: number, best: BestRun) => void,
) => void

export function bucketWalk(rule: FunnelRule, edgesMs: readonly number[]): EachBucket {
  const walk = walkRanges(rule)
  const best = createBestRun(rule)
  let visitBucket: Parameters<EachBucket>[3]
  const ranges = { edgesMs, each: (place: number) => visitBucket(place, best) }
  return (events, from, to, visit) => {
    visitBucket = visit
    walk(events, from, to, ranges, best)
  }
}
