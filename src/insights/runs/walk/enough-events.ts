/**
 * If an actor has more events than this in one millisecond, a walk leaves out those that no run needs. For
 * each step it keeps as many as a run can use, and one more.
 */
export const MANY = 64

/** Counts the events of one millisecond by the steps that they can serve. */
export interface EnoughEvents {
  /** Called before the first event of a millisecond. */
  clear(): void
  /**
   * Returns whether the walk can skip the event. It can if each step of the event already has as many
   * events as a run can use, plus one in case one of them may not be used. A run that would take this event
   * can then take another one. An event that cannot be skipped is counted.
   */
  isSpare(mask: number): boolean
}

/** Counts events for the lowest `steps` bits of a mask, which are the steps. */
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
