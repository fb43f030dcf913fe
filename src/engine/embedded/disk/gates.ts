import { createGate } from './gate.ts'

type Leave = () => void

/**
 * Decides who may use the tables at the same time: queries, writes, a look without writes, or a repair
 * alone.
 */
export interface Gates {
  enter(): Promise<Leave>
  enterWrite(): Promise<Leave>
  /**
   * Runs `work` while no write runs. Writes wait until `work` ends. Queries continue, and `work` does not
   * wait for them.
   */
  withoutWrites<T>(work: () => Promise<T>): Promise<T>
  /** Runs `work` while nothing else runs. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

export function createGates(): Gates {
  const all = createGate()
  // Every caller enters `all` first and `writes` second. This fixed order prevents deadlocks.
  const writes = createGate()
  // Enters at once if possible, without waiting for a promise, so that a query asked before a stop is still
  // answered.
  const enter = async () => all.tryEnter() ?? (await all.enter())
  return {
    enter,
    async enterWrite() {
      const leave = await enter()
      const leaveWrites = writes.tryEnter() ?? (await writes.enter())
      return () => {
        leaveWrites()
        leave()
      }
    },
    async withoutWrites(work) {
      const leave = await enter()
      return writes.alone(work).finally(leave)
    },
    alone: all.alone,
  }
}
