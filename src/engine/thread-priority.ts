import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { Timer } from '#shared/clock.ts'
import type { Log } from '#shared/log.ts'
import { repeat } from './repeat.ts'

/** Linux lists the threads of a process here, by numbers that `setPriority` takes. */
const THREADS = '/proc/self/task'
/** A nice value: a third of the time that a thread of normal priority has where both want the same core. */
const NICE = 5

/** The engine keeps its threads for the queries that follow. */
const LOWER_EVERY_MS = 1_000

/**
 * Lowers the priority of the threads that begin from now on, which are those of the engine: Node's own and those of libuv run
 * already. Two questions of many events keep every core busy; with equal priority the event loop waited 70 % of its time for a
 * core, and with it every request. A lower priority needs no privilege, unlike the engine's own setting. Elsewhere than on Linux
 * nothing is done. The function that is returned stops it.
 */
export function keepThreadsLow(timer: Timer, log: Log): () => Promise<void> {
  let known = new Set(threadIds())
  const lowerNew = async () => {
    const running = threadIds()
    for (const id of running) if (!known.has(id)) lower(id)
    known = new Set(running)
  }
  const failure = 'The priority of the threads of the event store could not be lowered.'
  return repeat({ timer, ms: LOWER_EVERY_MS, task: lowerNew, log, failure })
}

const threadIds = (): number[] => (process.platform === 'linux' ? readdirSync(THREADS).map(Number) : [])

function lower(threadId: number): void {
  try {
    setPriority(threadId, NICE)
  } catch (error) {
    if (!hasEnded(error)) throw error
  }
}

const hasEnded = (error: unknown) =>
  error instanceof Error && 'info' in error && (error.info as { code?: unknown }).code === 'ESRCH'
