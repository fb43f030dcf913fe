import { createContest } from './contest.ts'
import { createEarliestServers } from './earliest-servers.ts'
import { type BestRun, FIRST_EXCLUSION_BIT, type FunnelRule, type WalkRuns } from './rule.ts'

/**
 * Goes from the last event to the first, and keeps the earliest events from there on that can serve different steps: T(k) of a start
 * is the time of the k-th of them.
 */
export function unorderedRuns({ steps, windowMs, exclusions }: FunnelRule): WalkRuns {
  const stepBits = 2 ** steps - 1
  const exclusionBits = (2 ** exclusions.length - 1) << FIRST_EXCLUSION_BIT
  const contest = createContest()
  const servers = createEarliestServers(steps)

  function offerStart(startMs: number, excludedMs: number, best: BestRun): void {
    const level = servers.countUntil(startMs + windowMs)
    if (level === 0) return
    const isTainted = level === steps ? excludedMs < servers.lastMs : excludedMs <= startMs + windowMs
    if (contest.offer(level, startMs, servers.lastMs, isTainted))
      servers.writeUntil(servers.lastMs, best.path)
  }

  return (events, from, to, starts, best) => {
    const { atMs, mask } = events
    contest.begin(best)
    servers.begin(events)
    // The first excluded event after the millisecond that is looked at.
    let excludedMs = Number.POSITIVE_INFINITY
    let masks = 0
    for (let place = to - 1; place >= from && (atMs[place] as number) >= starts.fromMs; place--) {
      const startMs = atMs[place] as number
      masks |= mask[place] as number
      servers.add(place)
      if (place > from && atMs[place - 1] === startMs) continue
      if (startMs < starts.toMs && (masks & stepBits) !== 0) offerStart(startMs, excludedMs, best)
      if ((masks & exclusionBits) !== 0) excludedMs = startMs
      masks = 0
    }
    contest.end()
  }
}
