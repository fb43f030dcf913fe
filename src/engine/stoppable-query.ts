import { setTimeout as pause } from 'node:timers/promises'
import { cancelled } from './engine-error.ts'

export interface StoppableQuery<T> {
  readonly signal: AbortSignal | undefined
  readonly run: () => Promise<T>
  /** Tells the engine to stop the query, where it lists it. */
  readonly kill: () => Promise<void>
}

const PAUSE_MS = 5

/** Runs a query that ends when `signal` aborts. The promise is rejected with `cancelled` when the query has ended. */
export async function runStoppable<T>({ signal, run, kill }: StoppableQuery<T>): Promise<T> {
  if (signal === undefined) return run()
  if (signal.aborted) throw cancelled()
  let isOver = false
  // A query that has only just been handed over is not listed yet, and cannot be killed before it is.
  const stop = async () => {
    for (; !isOver; await pause(PAUSE_MS)) await kill()
  }
  // A query that cannot be killed ends by its time limit.
  const onAbort = () => void stop().catch(() => undefined)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    const answer = await run()
    if (!signal.aborted) return answer
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    isOver = true
    signal.removeEventListener('abort', onAbort)
  }
  throw cancelled()
}
