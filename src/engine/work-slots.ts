import { createSlots } from '#shared/slots.ts'
import { cancelled, EngineError, toEngineError } from './engine-error.ts'

/** Runs a limited number of pieces of work at once. */
export interface WorkSlots {
  /**
   * Runs `work` when a slot is free. Callers wait in the order of their calls. `signal` ends the wait with
   * the error `cancelled`, and has no effect on work that has begun. Every failure is an EngineError.
   */
  use<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Refuses new work. Resolves when running and waiting work has ended. */
  close(): Promise<void>
}

export function createWorkSlots(size: number): WorkSlots {
  const slots = createSlots(size, cancelled)
  let isClosed = false
  return {
    async use(work, signal) {
      if (isClosed) throw new EngineError('closed', 'The event store is closed.')
      await slots.take(signal)
      try {
        return await work()
      } catch (error) {
        throw toEngineError(error)
      } finally {
        slots.free()
      }
    },
    async close() {
      isClosed = true
      await slots.drained()
    },
  }
}
