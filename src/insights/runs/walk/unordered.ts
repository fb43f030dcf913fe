import { createEarliestServers } from './earliest-servers.ts'
import { rangeAt } from './ranges.ts'
import {
  type BestRun,
  exclusionBits,
  type FunnelRule,
  lowestBits,
  type StartRanges,
  type WalkRanges,
} from './rule.ts'
import { createRunComparison } from './run-comparison.ts'

/**
 * Creates the walk of an unordered funnel. It goes from the last event to the first and keeps a set of
 * events: the earliest ones, from the current event on, that can serve different steps. T(k) of a start, as
 * docs/semantics/funnels.md defines it, is the time of the k-th event of this set.
 */
export function unorderedRuns(rule: FunnelRule): WalkRanges {
  const { steps, windowMs } = rule
  const stepBits = lowestBits(steps)
  const excluded = exclusionBits(rule)
  const comparison = createRunComparison()
  const servers = createEarliestServers(steps)

  // The range that was entered for the actor being walked, or -1. It begins at `rangeMs`.
  let range = -1
  let rangeMs = 0

  function enter(startMs: number, ranges: StartRanges, best: BestRun): void {
    leave(ranges)
    range = rangeAt(ranges.edgesMs, startMs)
    rangeMs = ranges.edgesMs[range] as number
    comparison.begin(best)
  }

  function leave(ranges: StartRanges): void {
    if (range < 0) return
    comparison.end()
    ranges.each(range)
  }

  function offerStart(startMs: number, excludedMs: number, ranges: StartRanges, best: BestRun): void {
    if (startMs < rangeMs) enter(startMs, ranges, best)
    const level = servers.countUntil(startMs + windowMs)
    if (level === 0) return
    const isTainted = level === steps ? excludedMs < servers.lastMs : excludedMs <= startMs + windowMs
    if (comparison.offer(level, startMs, servers.lastMs, isTainted, 0))
      servers.writeUntil(servers.lastMs, best.path)
  }

  return (events, from, to, ranges, best) => {
    const { atMs, mask } = events
    const firstMs = ranges.edgesMs[0] as number
    const lastMs = ranges.edgesMs[ranges.edgesMs.length - 1] as number
    comparison.begin(best)
    servers.begin(events)
    range = -1
    rangeMs = lastMs
    // The time of the first excluded event after the current millisecond.
    let excludedMs = Number.POSITIVE_INFINITY
    let masks = 0
    for (let place = to - 1; place >= from && (atMs[place] as number) >= firstMs; place--) {
      const startMs = atMs[place] as number
      masks |= mask[place] as number
      servers.add(place)
      if (place > from && atMs[place - 1] === startMs) continue
      if (startMs < lastMs && (masks & stepBits) !== 0) offerStart(startMs, excludedMs, ranges, best)
      if ((masks & excluded) !== 0) excludedMs = startMs
      masks = 0
    }
    leave(ranges)
  }
}
