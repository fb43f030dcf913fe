import type { Timer } from '#shared/clock.ts'
import { EngineError } from './engine-error.ts'

/**
 * Pauses between attempts, three seconds in total. In this time the questions that take all the memory end
 * or fail.
 */
const PAUSES_MS = [50, 100, 200, 400, 750, 1_500]

/** Runs work, and runs it again if the engine was short of memory. */
export type RunPatiently = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/**
 * Tries work again if the engine ran out of memory while it was answering questions. Used for capture, the
 * mirrors and the server's own work, because questions are not confined to a share of the memory.
 * Repeating is safe: work that ran out of memory has changed nothing, and an insert has made no part.
 */
export const createPatience =
  (isAnswering: () => boolean, timer: Timer): RunPatiently =>
  async (work, signal) => {
    for (const ms of PAUSES_MS)
      try {
        return await work()
      } catch (error) {
        const isShort = error instanceof EngineError && error.kind === 'memory'
        if (!isShort || !isAnswering() || signal?.aborted) throw error
        await new Promise<void>((resolve) => {
          timer(ms, async () => resolve())
        })
      }
    return work()
  }
