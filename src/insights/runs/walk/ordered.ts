import type { ActorEvents } from '#sequences/actor-events.ts'
import { createMillisecond, isAlone } from './millisecond.ts'
import type { OptionalSteps } from './optional-steps.ts'
import { type BestRun, type FunnelRule, NONE, type WalkRanges } from './rule.ts'
import { createRunComparison } from './run-comparison.ts'
import { createEachStart } from './starts.ts'
import { createTaint } from './taint.ts'

/**
 * Follows the run of every start. A later start never reaches a level earlier than the start before it. So it
 * is enough to keep one place for each step, from which the search for the step goes on. This place moves
 * only forward: each event is examined once for each step, whatever the number of starts. With `optional`,
 * which the caller has begun for the actor, the run with the most optional steps is preferred among the runs
 * of one level. Without `optional`, optional steps are ignored.
 */
export function orderedRuns(rule: FunnelRule, optional: OptionalSteps | null = null): WalkRanges {
  const { steps, windowMs } = rule
  const hasExclusions = rule.exclusions.length > 0
  const comparison = createRunComparison()
  const taint = createTaint(rule)
  const eachStart = createEachStart(steps)
  const millisecond = createMillisecond(steps)
  const run = new Uint32Array(steps)
  // `next[level]`: no event before this place takes a run of this start or of a later one beyond `level`.
  const next = new Uint32Array(steps)
  // For each level, the last millisecond with several events at which a run of this level arrived, and the
  // path that the run takes through these events.
  const known = Array.from({ length: steps }, () => ({ place: NONE, level: 0, path: new Uint32Array(steps) }))
  let events: ActorEvents
  let best: BestRun
  let first = 0
  let end = 0

  function climb(place: number, level: number): number {
    if (isAlone(events.atMs, place, first, end)) {
      run[level] = place
      return level + 1
    }
    const way = known[level] as (typeof known)[number]
    if (way.place !== place) {
      millisecond.load(events, place, first, end)
      way.place = place
      way.level = millisecond.climb(level, NONE, way.path)
    }
    for (let step = level; step < way.level; step++) run[step] = way.path[step] as number
    return way.level
  }

  function nextAfter(ms: number, step: number): number {
    const { atMs, mask } = events
    const bit = 1 << step
    let place = next[step] as number
    while (place < end && (((mask[place] as number) & bit) === 0 || (atMs[place] as number) <= ms)) place++
    next[step] = place
    return place
  }

  function follow(startLevel: number): void {
    const { atMs } = events
    const startMs = atMs[run[0] as number] as number
    let level = startLevel
    let reachedMs = startMs
    while (level < steps) {
      const place = nextAfter(reachedMs, level)
      if (place === end || (atMs[place] as number) - startMs > windowMs) break
      reachedMs = atMs[place] as number
      level = climb(place, level)
    }
    const isTainted = hasExclusions && taint.isTainted(run, level)
    const optionalCount = optional === null ? 0 : optional.serve(run, level)
    if (!comparison.offer(level, startMs, reachedMs, isTainted, optionalCount)) return
    for (let step = 0; step < level; step++) best.path[step] = run[step] as number
    if (optional !== null) best.optional.set(optional.places)
  }

  function isDecided(startMs: number): boolean {
    const optionalCount = optional === null ? 0 : optional.mostAt(best.level)
    if (!comparison.isSettledBefore(startMs, optionalCount)) return false
    // No event is left that would take a run further.
    return best.level === steps || next[best.level] === end
  }

  const enter = () => comparison.begin(best)
  const follower = { run, follow, enter, leave: comparison.end, isDecided }
  return (ofActor, from, to, ranges, bestOfActor) => {
    events = ofActor
    best = bestOfActor
    first = from
    end = to
    enter()
    if (hasExclusions) taint.begin(events, from, to)
    next.fill(from)
    for (const way of known) way.place = NONE
    eachStart(events, from, to, ranges, follower)
  }
}
