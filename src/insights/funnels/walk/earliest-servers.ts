import type { ActorEvents } from '#sequences/actor-events.ts'

const NO_STEP = -1

/**
 * Events that can serve different steps, at most one for each step: the largest such set of all events added, and the earliest.
 * The first k of them are the k different steps that are done first.
 */
export interface EarliestServers {
  begin(events: ActorEvents): void
  /** The event at `place`, which is not later than those before. */
  add(place: number): void
  /** How many of the events are not later than `ms`. `lastMs` becomes the time of the last of these. */
  countUntil(ms: number): number
  lastMs: number
  /** Writes the places of the events that are not later than `ms`, in order of time. */
  writeUntil(ms: number, path: Uint32Array): void
}

export function createEarliestServers(steps: number): EarliestServers {
  const stepBits = 2 ** steps - 1
  // By step: its event, and the event's time, infinite where the step has none.
  const placeOf = new Uint32Array(steps)
  const msOf = new Float64Array(steps)
  // By step, in a search: the step whose event could serve this one instead, or NO_STEP for the new event.
  const cameFrom = new Int8Array(steps)
  let events: ActorEvents
  let freeBits = 0

  function assign(step: number, place: number): void {
    placeOf[step] = place
    msOf[step] = events.atMs[place] as number
    freeBits &= ~(1 << step)
  }

  function see(bits: number, from: number): number {
    for (let more = bits; more !== 0; more &= more - 1) cameFrom[31 - Math.clz32(more & -more)] = from
    return bits
  }

  /**
   * A step for which the new event makes room, directly or because other events move to further steps: one without an event,
   * or else the one with the latest event, which is given up.
   */
  function findRoom(stepMask: number): number {
    let latest = NO_STEP
    let seen = see(stepMask, NO_STEP)
    let done = 0
    while (done !== seen) {
      const left = seen & ~done
      const bit = left & -left
      const step = 31 - Math.clz32(bit)
      if ((freeBits & bit) !== 0) return step
      done |= bit
      if (latest === NO_STEP || (placeOf[step] as number) > (placeOf[latest] as number)) latest = step
      seen |= see((events.mask[placeOf[step] as number] as number) & stepBits & ~seen, step)
    }
    return latest
  }

  return {
    lastMs: 0,
    begin(ofActor) {
      events = ofActor
      freeBits = stepBits
      msOf.fill(Number.POSITIVE_INFINITY)
    },
    add(place) {
      const stepMask = (events.mask[place] as number) & stepBits
      if (stepMask === 0) return
      const free = stepMask & freeBits
      if (free !== 0) {
        assign(31 - Math.clz32(free), place)
        return
      }
      let step = findRoom(stepMask)
      for (; cameFrom[step] !== NO_STEP; step = cameFrom[step] as number)
        assign(step, placeOf[cameFrom[step] as number] as number)
      assign(step, place)
    },
    countUntil(ms) {
      let count = 0
      let lastMs = Number.NEGATIVE_INFINITY
      for (let step = 0; step < steps; step++) {
        const ofStep = msOf[step] as number
        if (ofStep > ms) continue
        count++
        if (ofStep > lastMs) lastMs = ofStep
      }
      this.lastMs = lastMs
      return count
    },
    writeUntil(ms, path) {
      let count = 0
      for (let step = 0; step < steps; step++) {
        if ((msOf[step] as number) > ms) continue
        const place = placeOf[step] as number
        let i = count++
        for (; i > 0 && (path[i - 1] as number) > place; i--) path[i] = path[i - 1] as number
        path[i] = place
      }
    },
  }
}
