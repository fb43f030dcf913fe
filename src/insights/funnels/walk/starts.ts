import type { ActorEvents } from '#sequences/actor-events.ts'
import { createMoment, isAlone, NONE } from './moment.ts'
import type { StartRange } from './rule.ts'

/** What a rule does with a start. */
export interface Follower {
  /** run[step], of each step that is reached: the place of its event. */
  readonly run: Uint32Array
  /** Follows a run that has reached `level` within the millisecond of its start; the next millisecond begins at `after`. */
  follow(level: number, after: number): void
  /** Whether no start at `startMs` or later can be the best. */
  isDecided(startMs: number): boolean
}

/** Hands over the starts of one actor in their order, of an ordered or a strict funnel. */
export type EachStart = (
  events: ActorEvents,
  from: number,
  to: number,
  range: StartRange,
  follower: Follower,
) => void

export function createEachStart(steps: number): EachStart {
  const moment = createMoment(steps)
  const startOfLevel = new Uint32Array(steps + 1)
  const seenMasks = new Set<number>()

  /**
   * Of the starts of one millisecond, one for each level that is reached within it, the highest first: starts of the same level have
   * the same T, and those of a higher one are never later. Without exclusions only the highest counts.
   */
  function eachOfMoment(mask: Uint32Array, { run, follow }: Follower): void {
    startOfLevel.fill(NONE)
    seenMasks.clear()
    for (let place = moment.first; place < moment.end; place++) {
      const own = mask[place] as number
      if ((own & 1) === 0 || seenMasks.has(own)) continue
      seenMasks.add(own)
      startOfLevel[moment.climb(1, place, run)] = place
    }
    for (let level = steps; level > 0; level--) {
      const start = startOfLevel[level] as number
      if (start === NONE) continue
      run[0] = start
      follow(moment.climb(1, start, run), moment.end)
    }
  }

  return (events, from, to, { fromMs, toMs }, follower) => {
    const { atMs, mask } = events
    for (let place = from; place < to; place++) {
      const startMs = atMs[place] as number
      if (((mask[place] as number) & 1) === 0 || startMs < fromMs) continue
      if (startMs >= toMs || follower.isDecided(startMs)) return
      if (isAlone(atMs, place, from, to)) {
        follower.run[0] = place
        follower.follow(1, place + 1)
      } else {
        moment.load(events, place, from, to)
        eachOfMoment(mask, follower)
        place = moment.end - 1
      }
    }
  }
}
