import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { repeat } from '#engine/repeat.ts'
import type { Timer } from '#shared/clock.ts'
import type { Log } from '#shared/log.ts'

/** Linux lists the threads of a process here, by ids that `setPriority` takes. */
const THREADS = '/proc/self/task'
/**
 * Nice value of the engine's threads. If such a thread and a thread of normal priority want the same core,
 * the engine's thread gets a third of the time that the other gets.
 */
const NICE = 5

/**
 * Interval between looks for new threads. Once a second is enough, because the engine keeps its threads for
 * later queries.
 */
const LOWER_EVERY_MS = 1_000

/**
 * Lowers the priority of the threads that start from now on. These are the threads of the engine: the threads
 * of Node and libuv already run.
 * Two questions over many events keep every core busy. With equal priority, the event loop waited 70 % of its
 * time for a core, and every request waited with it. The engine's own setting for the priority of its threads
 * needs a privilege; lowering the priority from here does not.
 * Does nothing on systems other than Linux. The returned function stops the watch for new threads.
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
