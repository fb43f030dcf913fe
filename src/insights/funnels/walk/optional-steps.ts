import type { ActorEvents } from '#sequences/actor-events.ts'
import { createMatching, lowestStep } from './matching.ts'
import { type BestRun, type FunnelRule, NONE, optionalBit } from './rule.ts'

/** Gives the optional steps of a best run their events. */
export type FillOptional = (events: ActorEvents, from: number, to: number, best: BestRun) => void

/**
 * In the order of the steps, each takes the earliest millisecond in which the run has an event for it, between the steps around it. Within a
 * millisecond the steps that are served already may change their events for it.
 */
export function createOptionalSteps(rule: FunnelRule): FillOptional {
  const { windowMs, optional = [] } = rule
  const matching = createMatching()
  const { placeOf } = matching
  let events: ActorEvents

  /** The steps whose events are in [first, end). */
  function servedFrom(first: number, end: number): number {
    let bits = 0
    for (let left = matching.servedBits; left !== 0; left &= left - 1) {
      const place = placeOf[lowestStep(left)] as number
      if (place >= first && place < end) bits |= left & -left
    }
    return bits
  }

  /** Serves a step with an event of [first, end), which are of one millisecond. */
  function serveIn(bit: number, first: number, end: number): boolean {
    const { mask } = events
    let masks = 0
    for (let place = first; place < end; place++) masks |= mask[place] as number
    if (((masks >>> bit) & 1) === 0) return false
    let movable = servedFrom(first, end)
    for (let place = first; place < end; place++) {
      if (servedFrom(place, place + 1) !== 0) continue
      if (matching.add(place, mask[place] as number, 1 << bit, movable)) return true
      movable &= ~matching.reachedBits
    }
    return false
  }

  /** Whether an event can serve the step, from the millisecond of the one at `last` to `untilMs`. */
  function serve(bit: number, last: number, untilMs: number, from: number, to: number): boolean {
    const { atMs } = events
    let place = last
    while (place > from && atMs[place - 1] === atMs[last]) place--
    while (place < to && (atMs[place] as number) <= untilMs) {
      const first = place
      while (place < to && atMs[place] === atMs[first]) place++
      if (serveIn(bit, first, place)) return true
    }
    return false
  }

  const msAt = (place: number) => events.atMs[place] as number

  /** Serves each optional step that the run of this level passes. */
  function serveAll(level: number, from: number, to: number): void {
    let last = placeOf[0] as number
    for (let i = 0; i < optional.length && (optional[i] as number) <= level; i++) {
      const before = optional[i] as number
      const ofStep = placeOf[before - 1] as number
      if (msAt(ofStep) > msAt(last)) last = ofStep
      const untilMs = before < level ? msAt(placeOf[before] as number) : msAt(placeOf[0] as number) + windowMs
      const bit = optionalBit(rule, i)
      if (serve(bit, last, untilMs, from, to)) last = placeOf[bit] as number
    }
  }

  return (ofActor, from, to, best) => {
    events = ofActor
    matching.clear()
    for (let step = 0; step < best.level; step++) {
      const place = best.path[step] as number
      matching.assign(step, place, events.mask[place] as number)
    }
    serveAll(best.level, from, to)
    for (let step = 0; step < best.level; step++) best.path[step] = placeOf[step] as number
    for (let i = 0; i < optional.length; i++) {
      const bit = optionalBit(rule, i)
      best.optional[i] = (matching.servedBits >>> bit) & 1 ? (placeOf[bit] as number) : NONE
    }
  }
}
