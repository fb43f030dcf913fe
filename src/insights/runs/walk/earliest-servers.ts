import type { ActorEvents } from '#sequences/actor-events.ts'
import { createMatching, lowestStep } from './matching.ts'
import { lowestBits } from './rule.ts'

/**
 * A set of events that serve different steps, at most one event for each step. Among all such sets of the
 * events added so far, it is a largest one, and the earliest of the largest. Its first k events in time are
 * the events of the k different steps that are done first.
 */
export interface EarliestServers {
  begin(events: ActorEvents): void
  /** Adds the event at `place`, which is not later than the events added before. */
  add(place: number): void
  /**
   * Returns how many events of the set are not later than `ms`. Sets `lastMs` to the time of the last of
   * these events.
   */
  countUntil(ms: number): number
  lastMs: number
  /** Writes the places of the events of the set that are not later than `ms`, in order of time. */
  writeUntil(ms: number, path: Uint32Array): void
}

export function createEarliestServers(steps: number): EarliestServers {
  const stepBits = lowestBits(steps)
  const matching = createMatching()
  const { placeOf } = matching
  let events: ActorEvents

  /** Returns the step of `bits` whose event is the latest. */
  function latestOf(bits: number): number {
    let latest = lowestStep(bits)
    let latestPlace = placeOf[latest] as number
    for (let step = latest + 1; step < steps; step++) {
      const place = placeOf[step] as number
      if (((bits >>> step) & 1) === 0 || place <= latestPlace) continue
      latest = step
      latestPlace = place
    }
    return latest
  }

  return {
    lastMs: 0,
    begin(ofActor) {
      events = ofActor
      matching.clear()
    },
    add(place) {
      const mask = (events.mask[place] as number) & stepBits
      if (mask === 0 || matching.replaceAlike(place, mask)) return
      const served = matching.servedBits
      if (matching.add(place, mask, stepBits & ~served, served)) return
      matching.giveUp(latestOf(matching.reachedBits), place, mask)
    },
    countUntil(ms) {
      let count = 0
      let lastMs = Number.NEGATIVE_INFINITY
      const { atMs } = events
      const served = matching.servedBits
      for (let step = 0; step < steps; step++) {
        if (((served >>> step) & 1) === 0) continue
        const ofStep = atMs[placeOf[step] as number] as number
        if (ofStep > ms) continue
        count++
        if (ofStep > lastMs) lastMs = ofStep
      }
      this.lastMs = lastMs
      return count
    },
    writeUntil(ms, path) {
      let count = 0
      const { atMs } = events
      const served = matching.servedBits
      for (let step = 0; step < steps; step++) {
        const place = placeOf[step] as number
        if (((served >>> step) & 1) === 0 || (atMs[place] as number) > ms) continue
        let i = count++
        for (; i > 0 && (path[i - 1] as number) > place; i--) path[i] = path[i - 1] as number
        path[i] = place
      }
    },
  }
}
