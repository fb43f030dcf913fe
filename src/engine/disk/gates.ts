import { createGate } from './gate.ts'

type Leave = () => void

/** Who may use the tables at once: queries, writes, a look without writes, or a repair alone. */
export interface Gates {
  enter(): Promise<Leave>
  enterWrite(): Promise<Leave>
  /** Runs `work` while queries run and no write does. Writes wait for its end; it waits for no query. */
  withoutWrites<T>(work: () => Promise<T>): Promise<T>
  /** Runs `work` while nothing else does. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

export function createGates(): Gates {
  const all = createGate()
  // Always entered behind the first one: in one order, so that no two wait for each other.
  const writes = createGate()
  // At once where it can: a query that was asked before a stop is answered.
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
