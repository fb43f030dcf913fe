import { type BestRun, createBestRun, type FunnelRule, type StartRange } from '#insights/funnels/walk/rule.ts'
import { walkRuns } from '#insights/funnels/walk/walk-runs.ts'
import type { ActorEvents } from '#sequences/actor-events.ts'
import { type Collect, perRow } from './collect.ts'
import { ALL_STARTS } from './collect-steps.ts'

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

/** The actors of the runs that begin in each bucket. `buckets` follow each other, in ms since the start of the range. */
export function collectTrends(
  rule: FunnelRule,
  { fromStep, toStep }: ComparedSteps,
  buckets: readonly StartRange[],
): Collect<TrendTotals> {
  const eachBucket = bucketWalk(rule, buckets)
  const walk = walkRuns(rule)
  const best = createBestRun(rule.steps)
  const rows = perRow(() => ({
    actors: 0,
    entered: new Float64Array(buckets.length),
    converted: new Float64Array(buckets.length),
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
        buckets.map((_, place) => present.reduce((all, one) => all + (one[of][place] ?? 0), 0))
      return { kind: 'trends', entered: sum('entered'), converted: sum('converted') }
    },
  }
}

/** Visits the buckets in which an actor has events, each with the best run of those that begin in it. */
type EachBucket = (
  events: ActorEvents,
  from: number,
  to: number,
  visit: (place: number, best: BestRun) => void,
) => void

export function bucketWalk(rule: FunnelRule, buckets: readonly StartRange[]): EachBucket {
  const walk = walkRuns(rule)
  const best = createBestRun(rule.steps)
  const beginnings = Float64Array.from(buckets, ({ fromMs }) => fromMs)
  return (events, from, to, visit) => {
    const { atMs } = events
    for (let begin = from; begin < to; ) {
      // The last bucket that does not begin later than the event.
      const place = firstAt(beginnings, 0, beginnings.length, (atMs[begin] ?? 0) + 1) - 1
      const bucket = buckets[place]
      if (bucket === undefined) throw new RangeError('An event is in no bucket')
      // A run that begins in the bucket has no event later than the window after it.
      const end = firstAt(atMs, begin, to, bucket.toMs + rule.windowMs)
      walk(events, begin, end, bucket, best)
      visit(place, best)
      begin = firstAt(atMs, begin, to, bucket.toMs)
    }
  }
}

/** The first place in [from, to) whose time is not before `ms`. */
function firstAt(atMs: Float64Array, from: number, to: number, ms: number): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((atMs[middle] ?? 0) < ms) low = middle + 1
    else high = middle
  }
  return low
}
