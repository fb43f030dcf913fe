import {
  ALL_STARTS,
  createBestRun,
  exclusionBit,
  type FunnelRule,
  startBits,
} from '#insights/funnels/walk/rule.ts'
import { walkRuns } from '#insights/funnels/walk/walk-runs.ts'
import type { ActorEvents } from '#sequences/actor-events.ts'

/** Whether an actor, whose events are [from, to), has a run that counts and whose window goes beyond the range. */
export type HasOpenRun = (events: ActorEvents, from: number, to: number) => boolean

/** `openFromMs` is when such runs start; null where they are not told apart. */
export function createHasOpenRun(rule: FunnelRule, openFromMs: number | null): HasOpenRun {
  if (openFromMs === null) return () => false
  const begins = startBits(rule)
  const exclusionBits = rule.exclusions.reduce((bits, _, i) => bits | (1 << exclusionBit(rule, i)), 0)
  const walk = walkRuns(rule)
  const best = createBestRun(rule)
  return (events, from, to) => {
    const { atMs, mask } = events
    let bits = 0
    let first = to
    for (; first > from && (atMs[first - 1] as number) >= openFromMs; first--)
      bits |= mask[first - 1] as number
    if ((bits & begins) === 0) return false
    // Without an excluded event since then every start has a run that counts.
    if ((bits & exclusionBits) === 0) return true
    // A run has no event before its start.
    walk(events, first, to, ALL_STARTS, best)
    return best.level > 0
  }
}
