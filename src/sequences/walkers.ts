import type { Timer } from '#shared/clock.ts'
import { createSlots } from '#shared/slots.ts'
import { oneAhead } from './one-ahead.ts'
import type { ChunkPart, WalkRequest } from './walk-messages.ts'
import { startWalkThread, type WalkThread, type WalkThreadOptions } from './walk-thread.ts'

/** Workers that walk through the events of actors, outside of the event loop. */
export interface Walkers {
  /**
   * Starts the walk `name` with `job` in one worker, and gives it the chunks, part after part. A part is a
   * result of the engine in Native format with the columns `actor` (UInt32 or UInt64), `at` (Float64 or
   * UInt32, in whole ms), `mask` (UInt8, UInt16 or UInt32) and possibly `value` (String or
   * LowCardinality(String)). All events of an actor are in one chunk. The next part is requested while the
   * worker walks. If all workers are busy with questions, further questions wait in the order of their
   * calls, and request no part. When `signal` is aborted, the walk ends after the current part, or a second
   * after the abort if the part takes longer.
   * @throws the error of a chunk, of the walk, or of `failures`.
   */
  run<Result>(
    name: string,
    job: unknown,
    chunks: AsyncIterable<ChunkPart>,
    signal?: AbortSignal,
  ): Promise<Result>
  /** Refuses further questions, waits for the questions that run and wait, then ends the workers. */
  close(): Promise<void>
}

/** Creates the errors that the caller gets if something happens to a question. */
export interface WalkFailures {
  cancelled(): Error
  outOfMemory(): Error
  tooLong(): Error
  closed(): Error
}

export interface WalkersOptions extends WalkThreadOptions {
  readonly failures: WalkFailures
  /** The longest time that a worker may take for the rows of one part or chunk. */
  readonly walkSeconds: number
  readonly timer: Timer
}

/**
 * Two workers, one for each of two cores. More workers would take memory from the engine, which computes the
 * chunks for the workers.
 */
const MOST_WORKERS = 2

/**
 * Creates the walkers. Workers start with the first questions and are kept, because code that has run
 * before is three times as fast.
 */
export function createWalkers({ failures, walkSeconds, timer, ...options }: WalkersOptions): Walkers {
  const slots = createSlots(MOST_WORKERS, failures.cancelled)
  const idle: WalkThread[] = []
  let closed = false

  function takeThread(): WalkThread {
    const last = idle.pop()
    if (last === undefined) return startWalkThread(options, failures.outOfMemory)
    return last.isAlive() ? last : takeThread()
  }

  async function withThread<Result>(use: (thread: WalkThread) => Promise<Result>): Promise<Result> {
    const thread = takeThread()
    try {
      return await use(thread)
    } catch (error) {
      // Frees the memory of the walk now. Otherwise it would be kept until the next question.
      await thread.ask({ ask: 'drop' }).catch(() => undefined)
      throw error
    } finally {
      if (thread.isAlive()) idle.push(thread)
    }
  }

  return {
    async run<Result>(
      name: string,
      job: unknown,
      chunks: AsyncIterable<ChunkPart>,
      signal?: AbortSignal,
    ): Promise<Result> {
      if (closed) throw failures.closed()
      await slots.take(signal)
      try {
        return (await withThread((thread) =>
          walk({ thread, limits: { failures, walkSeconds, timer }, signal }, { name, job }, chunks),
        )) as Result
      } finally {
        slots.free()
      }
    },
    async close() {
      closed = true
      await slots.drained()
      await Promise.all(idle.splice(0).map((thread) => thread.close()))
    },
  }
}

interface WalkedIn {
  readonly thread: WalkThread
  readonly limits: Pick<WalkersOptions, 'failures' | 'walkSeconds' | 'timer'>
  readonly signal: AbortSignal | undefined
}

async function walk(
  walkedIn: WalkedIn,
  question: { readonly name: string; readonly job: unknown },
  chunks: AsyncIterable<ChunkPart>,
): Promise<unknown> {
  const { thread, limits, signal } = walkedIn
  const throwIfAborted = () => {
    if (signal?.aborted) throw limits.failures.cancelled()
  }
  // If a new worker has to start, it starts while the engine works on the first chunk.
  const started = thread.ask({ ask: 'start', ...question })
  started.catch(() => undefined)
  for await (const part of oneAhead(chunks)) {
    await started
    throwIfAborted()
    await askWithin(walkedIn, { ask: 'walk', ...part })
  }
  await started
  throwIfAborted()
  return askWithin(walkedIn, { ask: 'result' })
}

/**
 * The time in which a cancelled question may end by itself. Most parts are walked within this time, and a
 * new worker would take longer than this to become as fast as the present one.
 */
const GRACE_MS = 1_000

/**
 * Asks a worker. Ends the worker if it takes too long, or if it still works {@link GRACE_MS} after the
 * question was cancelled.
 */
async function askWithin({ thread, limits, signal }: WalkedIn, request: WalkRequest): Promise<unknown> {
  const { timer, walkSeconds, failures } = limits
  const stopAfter = (ms: number, failure: () => Error) => timer(ms, async () => thread.stop(failure()))
  const cancels = [stopAfter(walkSeconds * 1000, failures.tooLong)]
  const onAbort = () => cancels.push(stopAfter(GRACE_MS, failures.cancelled))
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    return await thread.ask(request)
  } finally {
    signal?.removeEventListener('abort', onAbort)
    for (const cancel of cancels) cancel()
  }
}
