import type { ActorEvents } from '#sequences/actor-events.ts'
import { createBestRun, type FunnelRule } from './rule.ts'
import { walkRuns } from './walk-runs.ts'

/** Gives the level of one actor in each bucket that has an event of it, over the runs that start there. */
export type WalkBuckets = (
  events: ActorEvents,
  from: number,
  to: number,
  addBucket: (bucket: number, level: number) => void,
) => void

/** Bucket i is [edgesMs[i], edgesMs[i + 1]), and there is no event outside of all buckets. Runs go on after the end of their bucket. */
export function createWalkBuckets(rule: FunnelRule, edgesMs: readonly number[]): WalkBuckets {
  const walk = walkRuns(rule)
  const best = createBestRun(rule.steps)
  const starts = { fromMs: 0, toMs: 0 }
  return (events, from, to, addBucket) => {
    let end = from
    for (let first = from; first < to; ) {
      const bucket = bucketAt(edgesMs, events.atMs[first] as number)
      starts.fromMs = edgesMs[bucket] as number
      starts.toMs = edgesMs[bucket + 1] as number
      // The walk is given no event that a run of the bucket cannot reach.
      end = placeAfter(events.atMs, starts.toMs + rule.windowMs, end, to)
      walk(events, first, end, starts, best)
      addBucket(bucket, best.level)
      first = placeAfter(events.atMs, starts.toMs, first, to)
    }
  }
}

/** The first place from `from` on whose event is at `ms` or later. */
function placeAfter(atMs: Float64Array, ms: number, from: number, to: number): number {
  let place = from
  while (place < to && (atMs[place] as number) < ms) place++
  return place
}

/** By bisection: an actor has events in few of many buckets. */
function bucketAt(edgesMs: readonly number[], ms: number): number {
  let [low, high] = [0, edgesMs.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((edgesMs[middle] as number) <= ms) low = middle
    else high = middle
  }
  return low
}
