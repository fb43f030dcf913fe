import { createBestRun, type FunnelRule } from '#insights/funnels/walk/rule.ts'
import { walkRuns } from '#insights/funnels/walk/walk-runs.ts'
import type { ActorEvents } from '#sequences/actor-events.ts'

/** Whether an actor, whose events are [from, to), has a run that counts and whose window goes beyond the range. */
export type HasOpenRun = (events: ActorEvents, from: number, to: number) => boolean

/** `openFromMs` is when such runs start; null where they are not told apart. */
export function createHasOpenRun(rule: FunnelRule, openFromMs: number | null): HasOpenRun {
  if (openFromMs === null) return () => false
  const starts = { fromMs: openFromMs, toMs: Number.POSITIVE_INFINITY }
  const startBits = rule.order === 'unordered' ? 2 ** rule.steps - 1 : 1
  const hasStart: HasOpenRun = ({ atMs, mask }, from, to) => {
    for (let place = to - 1; place >= from && (atMs[place] as number) >= openFromMs; place--)
      if (((mask[place] as number) & startBits) !== 0) return true
    return false
  }
  // Without exclusions every start has a run that counts.
  if (rule.exclusions.length === 0) return hasStart
  const walk = walkRuns(rule)
  const best = createBestRun(rule)
  return (events, from, to) => {
    if (!hasStart(events, from, to)) return false
    walk(events, from, to, starts, best)
    return best.level > 0
  }
}
