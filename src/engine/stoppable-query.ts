import { setTimeout as pause } from 'node:timers/promises'
import { cancelled } from './engine-error.ts'

export interface StoppableQuery<T> {
  readonly signal: AbortSignal | undefined
  readonly run: () => Promise<T>
  /** Tells the engine to stop the query. Has no effect while the engine does not list the query. */
  readonly kill: () => Promise<void>
  /** Time from the end of one attempt to kill the query to the next. */
  readonly killEveryMs: number
}

/** Runs a query that is killed when `signal` aborts. Rejects with `cancelled` once the query has ended. */
export async function runStoppable<T>({ signal, run, kill, killEveryMs }: StoppableQuery<T>): Promise<T> {
  if (signal === undefined) return run()
  if (signal.aborted) throw cancelled()
  let isOver = false
  // The engine lists a query only some time after the query was handed over, and cannot kill it before
  // that.
  const stop = async () => {
    for (; !isOver; await pause(killEveryMs)) await kill()
  }
  // If the kill fails, the query ends at its time limit.
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
