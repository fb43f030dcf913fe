import type { ActorEvents } from '#sequences/actor-events.ts'
import { createMillisecond, isAlone } from './millisecond.ts'
import { rangeAt } from './ranges.ts'
import { NONE, type StartRanges } from './rule.ts'

/** Handles the starts in the walk of an ordered or a strict funnel. */
export interface Follower {
  /** For each step that is reached, `run[step]` is the place of its event. */
  readonly run: Uint32Array
  /**
   * Follows a run that has reached `level` within the millisecond of its start. The next millisecond begins
   * at the place `after`.
   */
  follow(level: number, after: number): void
  /** `enter` is called before the first start of a range, and `leave` after its last one. */
  enter(): void
  leave(): void
  /** Whether no start of the range at `startMs` or later can be the best. */
  isDecided(startMs: number): boolean
}

/** Hands over the starts of one actor in order of time, for an ordered or a strict funnel. */
export type EachStart = (
  events: ActorEvents,
  from: number,
  to: number,
  ranges: StartRanges,
  follower: Follower,
) => void

export function createEachStart(steps: number): EachStart {
  const millisecond = createMillisecond(steps)
  const startOfLevel = new Uint32Array(steps + 1)

  /**
   * Hands over one start for each level that is reached within the millisecond, the highest level first.
   * Starts of the same level reach each step at the same time, and a start of a higher level reaches no step
   * later than they do. Without exclusions only the start of the highest level is handed over.
   */
  function eachOfMoment({ run, follow }: Follower): void {
    startOfLevel.fill(NONE)
    for (const place of millisecond.starts()) startOfLevel[millisecond.climb(1, place, run)] = place
    for (let level = steps; level > 0; level--) {
      const start = startOfLevel[level] as number
      if (start === NONE) continue
      run[0] = start
      follow(millisecond.climb(1, start, run), millisecond.end)
    }
  }

  /**
   * Hands over the start at `place` together with the other starts of its millisecond. Returns the last
   * place that it has looked at.
   */
  function hand(events: ActorEvents, place: number, from: number, to: number, follower: Follower): number {
    if (isAlone(events.atMs, place, from, to)) {
      follower.run[0] = place
      follower.follow(1, place + 1)
      return place
    }
    millisecond.load(events, place, from, to)
    eachOfMoment(follower)
    return millisecond.end - 1
  }

  // The range that was entered for the actor being walked, or -1. It ends at `endMs`.
  let range = -1
  let endMs = 0

  function enter(startMs: number, ranges: StartRanges, follower: Follower): void {
    leave(ranges, follower)
    range = rangeAt(ranges.edgesMs, startMs)
    endMs = ranges.edgesMs[range + 1] as number
    follower.enter()
  }

  function leave(ranges: StartRanges, follower: Follower): void {
    if (range < 0) return
    follower.leave()
    ranges.each(range)
  }

  return (events, from, to, ranges, follower) => {
    const { atMs, mask } = events
    const lastMs = ranges.edgesMs[ranges.edgesMs.length - 1] as number
    // Starts before this time are not handed over.
    let wantedMs = ranges.edgesMs[0] as number
    range = -1
    endMs = wantedMs
    for (let place = from; place < to && wantedMs < lastMs && (atMs[place] as number) < lastMs; place++) {
      const startMs = atMs[place] as number
      if (((mask[place] as number) & 1) === 0 || startMs < wantedMs) continue
      if (startMs >= endMs) enter(startMs, ranges, follower)
      if (follower.isDecided(startMs)) wantedMs = endMs
      else place = hand(events, place, from, to, follower)
    }
    leave(ranges, follower)
  }
}
