/** If a millisecond has more events than this, a walk looks only at as many for each step as a run can use. */
export const MANY = 64

/** Counts the events of one millisecond by the steps that they can serve. */
export interface EnoughEvents {
  /** Before the first event of a millisecond. */
  clear(): void
  /**
   * Whether each step of the event has as many events as a run can use, and one more, because one can be left out: a run that would take
   * this event can take one of those. An event that is not spare is counted.
   */
  isSpare(mask: number): boolean
}

/** `steps` are the lowest bits of a mask. */
export function createEnoughEvents(steps: number): EnoughEvents {
  const countByStep = new Uint8Array(steps)
  return {
    clear() {
      countByStep.fill(0)
    },
    isSpare(mask) {
      let isSpare = true
      for (let step = 0; step < steps; step++)
        if (((mask >>> step) & 1) !== 0 && (countByStep[step] as number) <= steps) isSpare = false
      if (isSpare) return true
      for (let step = 0; step < steps; step++)
        if (((mask >>> step) & 1) !== 0)
          countByStep[step] = Math.min(steps + 1, (countByStep[step] as number) + 1)
      return false
    },
  }
}
