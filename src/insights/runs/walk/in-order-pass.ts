import type { ActorEvents } from '#sequences/actor-events.ts'
import type { FirstArrival } from './first-arrival.ts'
import type { BestRun, StartRange } from './rule.ts'

/**
 * The start that is kept for a level as long as no run has reached the level. It is earlier than any real
 * start.
 */
const NEVER = Number.NEGATIVE_INFINITY

/**
 * Does what `arriveFirst` describes, for an ordered or a strict funnel. Of the runs that have reached a
 * step, only the run with the latest start is kept, because it has the most time left.
 */
export function passInOrder(
  arrival: FirstArrival,
  { atMs, mask }: ActorEvents,
  from: number,
  to: number,
  { fromMs, toMs }: StartRange,
  best: BestRun,
): boolean {
  const { startMs, order, mostLevel, stepBits } = arrival
  const isStrict = order === 'strict'
  // This is a loop, because `fill` is a call that took a tenth of the whole walk.
  for (let level = 1; level <= mostLevel; level++) startMs[level] = NEVER
  for (let place = from; place < to && best.level < mostLevel; place++) {
    const ms = atMs[place] as number
    if (place + 1 < to && atMs[place + 1] === ms) return false
    const own = (mask[place] as number) & stepBits
    if (own > 1 || isStrict) goOn(arrival, own, place, ms, best)
    if ((own & 1) !== 0 && ms >= fromMs && ms < toMs) begin(arrival, place, ms, best)
    else if (isStrict) startMs[1] = NEVER
  }
  return true
}

function begin({ startMs, paths }: FirstArrival, place: number, ms: number, best: BestRun): void {
  startMs[1] = ms
  paths[0] = place
  if (best.level > 0) return
  best.level = 1
  best.path[0] = place
}

/** Advances every run whose next step the event at `place` serves. A run advances by one step. */
function goOn(
  { startMs, paths, steps, windowMs, order }: FirstArrival,
  own: number,
  place: number,
  ms: number,
  best: BestRun,
): void {
  // The loop goes from the highest level down. If it went up, one event could advance a run by several steps,
  // but an event serves only one step of a run.
  for (let level = Math.min(best.level, steps - 1); level > 0; level--) {
    const start = startMs[level] as number
    const isServed = ((own >>> level) & 1) !== 0 && ms - start <= windowMs
    // In a strict funnel a run goes on only with the very next event, whatever that event matches.
    if (!isServed && order === 'strict') startMs[level + 1] = NEVER
    if (!isServed || start <= (startMs[level + 1] as number)) continue
    startMs[level + 1] = start
    const row = level * steps
    for (let step = 0; step < level; step++) paths[row + step] = paths[row + step - steps] as number
    paths[row + level] = place
    if (level === best.level) arrive(paths, row, level + 1, best)
  }
}

/** Makes this run the best one, because it is the first run that has reached this level. */
function arrive(paths: Uint32Array, row: number, level: number, best: BestRun): void {
  best.level = level
  for (let step = 0; step < level; step++) best.path[step] = paths[row + step] as number
}
