const NO_STEP = -1
/** A step is a bit of a mask. */
const MOST_STEPS = 32

/**
 * Steps that are served by different events: the rule of every run. It grows along augmenting paths, on which an event takes a step, the
 * event of that step takes another one, and so on to a step without an event.
 */
export interface Matching {
  /** By step: the place of its event. It means nothing for a step without one. */
  readonly placeOf: Uint32Array
  /** The steps that have an event. */
  servedBits: number
  /** After an `add` that failed: the steps whose event can be given up for the new one. No way leads from them to a goal. */
  reachedBits: number
  clear(): void
  assign(step: number, place: number, mask: number): void
  /**
   * Adds the event at `place` so that one of `goalBits`, steps without an event, has one, where at most the events of `movableBits` change their steps.
   * False where that is impossible: nothing has changed then.
   */
  add(place: number, mask: number, goalBits: number, movableBits: number): boolean
  /** Where the event can serve one step alone, as the event of that step: takes its place. It saves the search that would find the same. */
  replaceAlike(place: number, mask: number): boolean
  /** After an `add` of the same event that failed: adds it, and gives up the event of one of `reachedBits`. */
  giveUp(step: number, place: number, mask: number): void
}

export function lowestStep(bits: number): number {
  return 31 - Math.clz32(bits & -bits)
}

export function createMatching(): Matching {
  const placeOf = new Uint32Array(MOST_STEPS)
  const maskOf = new Uint32Array(MOST_STEPS)
  // By step, in a search: the step whose event could serve this one instead, or NO_STEP for the new event.
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

  /** A step of `goalBits` to which a way leads, or NO_STEP. */
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

  /** The way that ends with `end`: each of its steps takes the event of the one before, and the first the new event. */
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
