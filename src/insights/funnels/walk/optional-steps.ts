import type { ActorEvents } from '#sequences/actor-events.ts'
import { type BestRun, type FunnelRule, NONE, optionalBit } from './rule.ts'

/** Gives the optional steps of a best run their events. */
export type FillOptional = (events: ActorEvents, from: number, to: number, best: BestRun) => void

/**
 * In the order of the steps, each takes the earliest millisecond in which the run has an event for it, between the steps around it. Within a
 * millisecond the steps that are served already may change their events for it.
 */
export function createOptionalSteps(rule: FunnelRule): FillOptional {
  const { steps, windowMs, optional = [] } = rule
  // By bit: the place of the event that serves the step, or NONE.
  const placeOf = new Uint32Array(steps + optional.length)
  // The bits of the steps that a search has looked at.
  let seenBits = 0
  let events: ActorEvents

  /** Serves a step with an event of [first, end), which are of one millisecond: a matching that grows along an augmenting path. */
  function serveIn(bit: number, first: number, end: number): boolean {
    for (let place = first; place < end; place++) {
      if ((((events.mask[place] as number) >>> bit) & 1) === 0 || !isFree(place, first, end)) continue
      placeOf[bit] = place
      return true
    }
    return false
  }

  /** Whether the event serves no step, or its step can have another event of the millisecond. */
  function isFree(place: number, first: number, end: number): boolean {
    const owner = placeOf.indexOf(place)
    if (owner < 0) return true
    if (((seenBits >>> owner) & 1) === 1) return false
    seenBits |= 1 << owner
    return serveIn(owner, first, end)
  }

  /** Whether an event can serve the step, from the millisecond of the one at `last` to `untilMs`. */
  function serve(bit: number, last: number, untilMs: number, from: number, to: number): boolean {
    const { atMs } = events
    let place = last
    while (place > from && atMs[place - 1] === atMs[last]) place--
    while (place < to && (atMs[place] as number) <= untilMs) {
      const first = place
      while (place < to && atMs[place] === atMs[first]) place++
      seenBits = 1 << bit
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
    placeOf.fill(NONE)
    for (let step = 0; step < best.level; step++) placeOf[step] = best.path[step] as number
    serveAll(best.level, from, to)
    for (let step = 0; step < best.level; step++) best.path[step] = placeOf[step] as number
    for (let i = 0; i < optional.length; i++) best.optional[i] = placeOf[optionalBit(rule, i)] as number
  }
}
