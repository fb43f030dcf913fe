import type { ActorEvents } from '#sequences/actor-events.ts'
import { createMillisecond, isAlone } from './millisecond.ts'
import { type BestRun, type FunnelRule, NONE, type WalkRanges } from './rule.ts'
import { createRunComparison } from './run-comparison.ts'
import { createEachStart } from './starts.ts'
import { createTaint } from './taint.ts'

/**
 * Follows the run of every start through the events directly after it. A run that continues after a
 * millisecond has to use all events of this millisecond. The millisecond of the start is an exception:
 * events in it that the run does not use count as lying before the start.
 */
export function strictRuns(rule: FunnelRule): WalkRanges {
  const { steps, windowMs } = rule
  const hasExclusions = rule.exclusions.length > 0
  const comparison = createRunComparison()
  const taint = createTaint(rule)
  const eachStart = createEachStart(steps)
  const millisecond = createMillisecond(steps)
  const run = new Uint32Array(steps)
  const path = new Uint32Array(steps)
  let events: ActorEvents
  let best: BestRun
  let end = 0
  // The state of the start that is followed.
  let afterStart = 0
  let latestMs = 0
  let level = 0

  /**
   * Matches the events of the millisecond that begins at `place` to the steps from `entered` on. Returns
   * the level that is reached. `millisecond.end` becomes the place after the millisecond.
   */
  function climb(place: number, entered: number): number {
    if (!isAlone(events.atMs, place, place, end)) {
      millisecond.load(events, place, place, end)
      return millisecond.climb(entered, NONE, path)
    }
    millisecond.end = place + 1
    path[entered] = place
    return ((events.mask[place] as number) >>> entered) & 1 ? entered + 1 : entered
  }

  /**
   * Continues after the millisecond of the start, in which the run has used one event for each step below
   * `used`.
   */
  function goOn(used: number): void {
    let entered = used
    let place = afterStart
    while (entered < steps && place < end && (events.atMs[place] as number) <= latestMs) {
      const reached = climb(place, entered)
      for (; level < reached; level++) run[level] = path[level] as number
      if (reached - entered < millisecond.end - place) return
      entered = reached
      place = millisecond.end
    }
  }

  function follow(startLevel: number, after: number): void {
    const { atMs } = events
    const startMs = atMs[run[0] as number] as number
    afterStart = after
    latestMs = startMs + windowMs
    level = startLevel
    // A run that uses fewer events of the first millisecond reaches each level later, but may reach a
    // higher level.
    for (let used = startLevel; used > 0; used--) goOn(used)
    const arrivalMs = atMs[run[level - 1] as number] as number
    const isTainted = hasExclusions && taint.isTainted(run, level)
    if (comparison.offer(level, startMs, arrivalMs, isTainted, 0))
      for (let step = 0; step < level; step++) best.path[step] = run[step] as number
  }

  const isDecided = (startMs: number) => best.level === steps && comparison.isSettledBefore(startMs, 0)

  const enter = () => comparison.begin(best)
  const follower = { run, follow, enter, leave: comparison.end, isDecided }
  return (ofActor, from, to, ranges, bestOfActor) => {
    events = ofActor
    best = bestOfActor
    end = to
    enter()
    if (hasExclusions) taint.begin(events, from, to)
    eachStart(events, from, to, ranges, follower)
  }
}
