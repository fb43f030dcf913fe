import type { ActorEvents } from '#sequences/actor-events.ts'
import type { FirstArrival } from './first-arrival.ts'
import { NO_PLACE } from './onward-runs.ts'
import type { BestRun } from './rule.ts'

/**
 * Does what `arriveFirst` describes, for an unordered funnel whose events serve one step each. A run that
 * arrives with the current event has every step that has an event in the window ending at this event. Each of
 * these steps has a last event so far. The run starts at the earliest of these last events.
 */
export function passInAnyOrder(
  arrival: FirstArrival,
  { atMs, mask }: ActorEvents,
  from: number,
  to: number,
  best: BestRun,
): boolean {
  const { lastPlaces, stepBits, windowMs, mostLevel } = arrival
  lastPlaces.fill(NO_PLACE)
  let start = NO_PLACE
  let lastMask = 0
  for (let place = from; place < to && best.level < mostLevel; place++) {
    const ms = atMs[place] as number
    const own = (mask[place] as number) & stepBits
    if ((own & (own - 1)) !== 0 || (place + 1 < to && atMs[place + 1] === ms)) return false
    if (own === 0) continue
    lastPlaces[31 - Math.clz32(own)] = place
    // If two serving events follow one another and serve the same step, the second one cannot raise the
    // level.
    if (own === lastMask) continue
    lastMask = own
    const found = startOfLevel(lastPlaces, atMs, ms - windowMs, best)
    if (found !== NO_PLACE) start = found
  }
  if (start !== NO_PLACE) writePath(mask, stepBits, start, best)
  return true
}

/**
 * Counts the steps that have an event from `earliestMs` on. If they are more than the steps of the best
 * run, sets the level of `best` to their number and returns the place of the start. Otherwise returns
 * NO_PLACE.
 */
function startOfLevel(lastPlaces: Int32Array, atMs: Float64Array, earliestMs: number, best: BestRun): number {
  let level = 0
  let start = NO_PLACE
  for (let step = 0; step < lastPlaces.length; step++) {
    const place = lastPlaces[step] as number
    if (place === NO_PLACE || (atMs[place] as number) < earliestMs) continue
    level++
    if (start === NO_PLACE || place < start) start = place
  }
  if (level <= best.level) return NO_PLACE
  best.level = level
  return start
}

/**
 * Writes the run that begins at `start` to `path`. From `start` on, the run takes the first event of each
 * step.
 */
function writePath(mask: Uint32Array, stepBits: number, start: number, { level, path }: BestRun): void {
  let done = 0
  for (let place = start, count = 0; count < level; place++) {
    const own = (mask[place] as number) & stepBits
    if ((own & ~done) === 0) continue
    done |= own
    path[count++] = place
  }
}
