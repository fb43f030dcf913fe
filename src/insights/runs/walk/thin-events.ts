import type { ActorEvents } from '#sequences/actor-events.ts'
import { createEnoughEvents, MANY } from './enough-events.ts'
import { exclusionBits, type FunnelRule, lowestBits } from './rule.ts'

/**
 * The events of one actor without the events that no run needs: if a millisecond is crowded, some of its
 * events are left out.
 */
export interface ThinEvents {
  readonly events: ActorEvents
  readonly length: number
  /** The event at index i of `events` is at `places[i]` in the original columns. */
  readonly places: Uint32Array
}

/**
 * Leaves out the spare events of crowded milliseconds. An event that an optional step needs is not spare.
 * The events of the actor are [from, to). Returns null if none of its milliseconds has more than {@link
 * MANY} events.
 */
export type ThinOut = (events: ActorEvents, from: number, to: number) => ThinEvents | null

export function createThinOut(rule: FunnelRule): ThinOut {
  const bits = rule.steps + (rule.optional?.length ?? 0)
  const stepBits = lowestBits(bits)
  const excluded = exclusionBits(rule)
  const enough = createEnoughEvents(bits)
  return ({ atMs, mask }, from, to) => {
    if (!isCrowded(atMs, from, to)) return null
    const places = new Uint32Array(to - from)
    let length = 0
    let ms = Number.NaN
    let excludedSeen = 0
    for (let place = from; place < to; place++) {
      if (atMs[place] !== ms) {
        enough.clear()
        excludedSeen = 0
        ms = atMs[place] as number
      }
      const own = mask[place] as number
      const isNewExclusion = (own & excluded & ~excludedSeen) !== 0
      const isServing = (own & stepBits) !== 0 && !enough.isSpare(own)
      if (!isNewExclusion && !isServing) continue
      excludedSeen |= own & excluded
      places[length++] = place
    }
    const kept = places.subarray(0, length)
    const events = {
      atMs: Float64Array.from(kept, (place) => atMs[place] as number),
      mask: Uint32Array.from(kept, (place) => mask[place] as number),
    }
    return { events, length, places: kept }
  }
}

function isCrowded(atMs: Float64Array, from: number, to: number): boolean {
  for (let place = from + MANY; place < to; place++) if (atMs[place] === atMs[place - MANY]) return true
  return false
}
