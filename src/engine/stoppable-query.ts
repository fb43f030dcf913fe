import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { cancelled } from './engine-error.ts'

export interface StoppableQuery<T> {
  readonly signal: AbortSignal
  /** Runs the query with this text in front of its own. */
  readonly run: (marker: string) => Promise<T>
  /** Tells the engine to stop the query whose text begins with this, where it knows one. */
  readonly kill: (marker: string) => Promise<void>
}

const PAUSE_MS = 5

/**
 * A query that ends when `signal` aborts. The embedded engine has no query ids of our choosing; a comment in front of the
 * text is found again. Rejects with `cancelled` when the query has ended.
 */
export async function runStoppable<T>({ signal, run, kill }: StoppableQuery<T>): Promise<T> {
  if (signal.aborted) throw cancelled()
  const marker = `/* ${randomUUID()} */ `
  let isOver = false
  // A query that has only just been handed over is not listed yet, and what is not listed cannot be killed.
  const stop = async () => {
    for (; !isOver; await pause(PAUSE_MS)) await kill(marker)
  }
  // What cannot be killed ends by its time limit, and is waited for like any other.
  const onAbort = () => void stop().catch(() => undefined)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    const answer = await run(marker)
    if (!signal.aborted) return answer
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    isOver = true
    signal.removeEventListener('abort', onAbort)
  }
  throw cancelled()
}
