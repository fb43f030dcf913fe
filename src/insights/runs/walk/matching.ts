const NO_STEP = -1
/** The highest number of steps: a step is a bit of a mask, which has 32 bits. */
const MOST_STEPS = 32

/**
 * Assigns different events to steps. Every run requires this, because an event serves only one step of a
 * run. The matching grows along augmenting paths: an event takes a step, the event that had this step takes
 * another step, and so on until a step is reached that had no event.
 */
export interface Matching {
  /** `placeOf[step]` is the place of the event of this step. It means nothing for a step without an event. */
  readonly placeOf: Uint32Array
  /** The steps that have an event. */
  servedBits: number
  /**
   * After an `add` that failed: the steps whose event can be given up for the new event. No augmenting path
   * leads from these steps to a step of `goalBits`.
   */
  reachedBits: number
  clear(): void
  assign(step: number, place: number, mask: number): void
  /**
   * Adds the event at `place` so that one of the steps in `goalBits`, all of which have no event, gets an
   * event. Only the events of the steps in `movableBits` may change their steps. Returns false if this is
   * impossible; then nothing has changed.
   */
  add(place: number, mask: number, goalBits: number, movableBits: number): boolean
  /**
   * Replaces the event of a step by the new event if both can serve this step only. Returns whether it did
   * so. This avoids a search that would have the same result.
   */
  replaceAlike(place: number, mask: number): boolean
  /**
   * Adds the event of the last `add`, which failed, and gives up the event of `step`, which is one of
   * `reachedBits`.
   */
  giveUp(step: number, place: number, mask: number): void
}

export function lowestStep(bits: number): number {
  return 31 - Math.clz32(bits & -bits)
}

export function createMatching(): Matching {
  const placeOf = new Uint32Array(MOST_STEPS)
  const maskOf = new Uint32Array(MOST_STEPS)
  // During a search, for each step: the step whose event could move to this step; NO_STEP if the new event
  // could take this step.
  const cameFrom = new Int8Array(MOST_STEPS)
  let servedBits = 0
  let reachedBits = 0

  function assign(step: number, place: number, mask: number): void {
    placeOf[step] = place
    maskOf[step] = mask
    servedBits |= 1 << step
  }

  function see(bits: number, from: number): number {
    for (let left = bits; left !== 0; left &= left - 1) cameFrom[lowestStep(left)] = from
    return bits
  }

  /** Returns a step of `goalBits` to which an augmenting path leads, or NO_STEP. */
  function findGoal(mask: number, goalBits: number, movableBits: number): number {
    const usable = goalBits | movableBits
    let seen = see(mask & usable, NO_STEP)
    for (let left = seen; (seen & goalBits) === 0; ) {
      reachedBits = seen
      if (left === 0) return NO_STEP
      const step = lowestStep(left)
      const further = see((maskOf[step] as number) & usable & ~seen, step)
      seen |= further
      left = (left & (left - 1)) | further
    }
    return lowestStep(seen & goalBits)
  }

  /**
   * Moves the events along the path that ends with the step `end`: each step takes the event of the step
   * before it, and the first one takes the new event.
   */
  function moveTo(end: number, place: number, mask: number): void {
    let step = end
    for (; cameFrom[step] !== NO_STEP; step = cameFrom[step] as number) {
      const before = cameFrom[step] as number
      assign(step, placeOf[before] as number, maskOf[before] as number)
    }
    assign(step, place, mask)
  }

  return {
    placeOf,
    get servedBits() {
      return servedBits
    },
    get reachedBits() {
      return reachedBits
    },
    clear() {
      servedBits = 0
    },
    assign,
    add(place, mask, goalBits, movableBits) {
      const direct = mask & goalBits
      if (direct !== 0) {
        assign(lowestStep(direct), place, mask)
        return true
      }
      const goal = findGoal(mask, goalBits, movableBits)
      if (goal === NO_STEP) return false
      moveTo(goal, place, mask)
      return true
    },
    replaceAlike(place, mask) {
      const step = lowestStep(mask)
      if (mask !== 1 << step || (servedBits & mask) === 0 || maskOf[step] !== mask) return false
      placeOf[step] = place
      return true
    },
    giveUp: moveTo,
  }
}
