import type { ActorEvents } from '#sequences/actor-events.ts'
import { createMatching, lowestStep, type Matching } from './matching.ts'
import { createPostings } from './postings.ts'
import { type FunnelRule, NONE, optionalBit } from './rule.ts'

/** Finds the events of the optional steps for the runs of one actor. */
export interface OptionalSteps {
  /**
   * Loads the actor whose events are [from, to). Runs below `leastLevel` are never served, because the
   * actor has a run of a higher level.
   */
  begin(events: ActorEvents, from: number, to: number, leastLevel: number): void
  /**
   * Finds an event for each optional step that a run of this level passes, and returns how many of these
   * steps have an event. `run` has the place of the event of each non-optional step below `level`. The
   * function may change `run`: a step can get another event of the same millisecond.
   */
  serve(run: Uint32Array, level: number): number
  /** After `serve`: the place of the event of each optional step, or NONE. */
  readonly places: Uint32Array
  /** Returns an upper bound: no run of this level has more optional steps. */
  mostAt(level: number): number
}

/**
 * Serves the optional steps in their order. Each optional step is served in the earliest possible millisecond
 * between the steps around it. Within a millisecond the steps that are already served may change their events
 * to make room.
 */
export function createOptionalSteps(rule: FunnelRule): OptionalSteps {
  const { windowMs, optional = [] } = rule
  const matching = createMatching()
  const { placeOf } = matching
  const places = new Uint32Array(optional.length).fill(NONE)
  const postings = createPostings(optional.map((_, i) => optionalBit(rule, i)))
  let events: ActorEvents
  let from = 0
  let to = 0
  let least = 0

  /** Returns the place of the first event that has the same millisecond as the event at `place`. */
  function firstOf(place: number): number {
    const { atMs } = events
    let first = place
    while (first > from && atMs[first - 1] === atMs[place]) first--
    return first
  }

  /**
   * Serves optional step i with an event from the millisecond of the event at `last` up to `untilMs`.
   * Returns false if no event can serve it.
   */
  function serveStep(i: number, last: number, untilMs: number): boolean {
    const { atMs } = events
    const bit = optionalBit(rule, i)
    let place = postings.next(i, firstOf(last))
    while (place !== NONE && (atMs[place] as number) <= untilMs) {
      const first = firstOf(place)
      let end = place + 1
      while (end < to && atMs[end] === atMs[place]) end++
      if (serveIn(matching, events.mask, bit, first, end)) return true
      place = postings.next(i, end)
    }
    return false
  }

  const msAt = (place: number) => events.atMs[place] as number

  function serveAll(level: number): number {
    let last = placeOf[0] as number
    let count = 0
    for (let i = 0; i < optional.length && (optional[i] as number) <= level; i++) {
      const before = optional[i] as number
      const ofStep = placeOf[before - 1] as number
      if (msAt(ofStep) > msAt(last)) last = ofStep
      const untilMs = before < level ? msAt(placeOf[before] as number) : msAt(placeOf[0] as number) + windowMs
      if (!serveStep(i, last, untilMs)) continue
      last = placeOf[optionalBit(rule, i)] as number
      count++
    }
    return count
  }

  return {
    places,
    begin(ofActor, first, end, leastLevel) {
      events = ofActor
      from = first
      to = end
      least = leastLevel
      postings.begin(events.mask, from, to)
    },
    serve(run, level) {
      if (level < least) return 0
      matching.clear()
      for (let step = 0; step < level; step++) {
        const place = run[step] as number
        matching.assign(step, place, events.mask[place] as number)
      }
      const count = serveAll(level)
      for (let step = 0; step < level; step++) run[step] = placeOf[step] as number
      for (let i = 0; i < optional.length; i++) {
        const bit = optionalBit(rule, i)
        places[i] = (matching.servedBits >>> bit) & 1 ? (placeOf[bit] as number) : NONE
      }
      return count
    },
    mostAt(level) {
      let count = 0
      for (let i = 0; i < optional.length && (optional[i] as number) <= level; i++)
        if (postings.has(i)) count++
      return count
    },
  }
}

/** Returns the bits of the steps whose events are in [first, end). */
function servedFrom({ servedBits, placeOf }: Matching, first: number, end: number): number {
  let bits = 0
  for (let left = servedBits; left !== 0; left &= left - 1) {
    const place = placeOf[lowestStep(left)] as number
    if (place >= first && place < end) bits |= left & -left
  }
  return bits
}

/**
 * Serves a step with one of the events [first, end), which all have the same millisecond. Returns false if
 * none can serve it.
 */
function serveIn(matching: Matching, mask: Uint32Array, bit: number, first: number, end: number): boolean {
  let movable = servedFrom(matching, first, end)
  for (let place = first; place < end; place++) {
    if (movable !== 0 && servedFrom(matching, place, place + 1) !== 0) continue
    if (matching.add(place, mask[place] as number, 1 << bit, movable)) return true
    movable &= ~matching.reachedBits
  }
  return false
}
