import { EngineError } from '#engine/engine-error.ts'
import type { Timer } from '#shared/clock.ts'
import type { SessionPool } from './session-pool.ts'

/**
 * Pauses between attempts, three seconds in total. In this time the questions that take all the memory end
 * or fail.
 */
const PAUSES_MS = [50, 100, 200, 400, 750, 1_500]

/**
 * A pool that tries work again if the engine ran out of memory while it was answering questions. Used for
 * capture, the mirrors and the server's own work, because questions are not confined to a share of the
 * memory.
 * Repeating is safe: work that ran out of memory has changed nothing, and an insert has made no part.
 */
export const patientPool = (pool: SessionPool, isAnswering: () => boolean, timer: Timer): SessionPool => ({
  async use(work, signal) {
    for (const ms of PAUSES_MS)
      try {
        return await pool.use(work, signal)
      } catch (error) {
        const isShort = error instanceof EngineError && error.kind === 'memory'
        if (!isShort || !isAnswering() || signal?.aborted) throw error
        await new Promise<void>((resolve) => {
          timer(ms, async () => resolve())
        })
      }
    return pool.use(work, signal)
  },
  close: pool.close,
})
