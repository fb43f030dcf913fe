import type { ActorEvents } from '#sequences/actor-events.ts'
import type { FirstArrival } from './first-arrival.ts'
import type { BestRun, StartRange } from './rule.ts'

/** Before any start. */
const NEVER = Number.NEGATIVE_INFINITY

/**
 * As `arriveFirst`, of an ordered or a strict funnel. Of the runs that have reached a step the one with the last start has the most time left, so that no other is
 * kept.
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
  // `fill` is a call, which took a tenth of the whole walk.
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

/** Takes the runs that the event at `place` serves one step further. */
function goOn(
  { startMs, paths, steps, windowMs, order }: FirstArrival,
  own: number,
  place: number,
  ms: number,
  best: BestRun,
): void {
  // Downwards, because an event serves one step of a run.
  for (let level = Math.min(best.level, steps - 1); level > 0; level--) {
    const start = startMs[level] as number
    const isServed = ((own >>> level) & 1) !== 0 && ms - start <= windowMs
    // Strict: the next event decides, whatever it is.
    if (!isServed && order === 'strict') startMs[level + 1] = NEVER
    if (!isServed || start <= (startMs[level + 1] as number)) continue
    startMs[level + 1] = start
    const row = level * steps
    for (let step = 0; step < level; step++) paths[row + step] = paths[row + step - steps] as number
    paths[row + level] = place
    if (level === best.level) arrive(paths, row, level + 1, best)
  }
}

/** A run is the first that has reached this level. */
function arrive(paths: Uint32Array, row: number, level: number, best: BestRun): void {
  best.level = level
  for (let step = 0; step < level; step++) best.path[step] = paths[row + step] as number
}
