import type { Timer } from '#shared/clock.ts'
import { EngineError } from './engine-error.ts'
import type { SessionPool } from './session-pool.ts'

/** The pauses between attempts: together three seconds, in which questions that take all the memory end or fail. */
const PAUSES_MS = [50, 100, 200, 400, 750, 1_500]

/**
 * A pool whose work is tried again where the engine has no memory left while it answers questions. For capture, the mirrors and the server's own
 * work: questions have no share of the memory for themselves. Work that lacked memory has changed nothing: an insert has made no part.
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
