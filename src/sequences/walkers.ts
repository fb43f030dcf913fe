import { createSlots } from '#shared/slots.ts'
import { oneAhead } from './one-ahead.ts'
import type { ChunkPart } from './walk-messages.ts'
import { startWalkThread, type WalkThread, type WalkThreadOptions } from './walk-thread.ts'

/** Workers that walk through the events of actors, beside the event loop. */
export interface Walkers {
  /**
   * Feeds the chunks, part after part, to one worker, which starts the walk `name` with `job`. A part is a result of the engine in Native format with the
   * columns `actor` (UInt32 or UInt64), `at` (Float64 or UInt32, in whole ms), `mask` (UInt8, UInt16 or UInt32)
   * and perhaps `value` (String or LowCardinality(String)); all events of an actor are in one chunk. The next part is asked for while the worker walks.
   * While all workers have a question, further ones wait in the order of their calls, and ask for no part. An aborted `signal` ends
   * the walk after the part under way.
   * @throws the error of a chunk, of the walk, or of `failures`.
   */
  run<Result>(
    name: string,
    job: unknown,
    chunks: AsyncIterable<ChunkPart>,
    signal?: AbortSignal,
  ): Promise<Result>
  /** Refuses further questions, waits for those that run and wait, then ends the workers. */
  close(): Promise<void>
}

/** The caller's errors for what can happen to a question. */
export interface WalkFailures {
  cancelled(): Error
  outOfMemory(): Error
  closed(): Error
}

export interface WalkersOptions extends WalkThreadOptions {
  readonly failures: WalkFailures
}

/** One for each of two cores. More would take memory from the engine, whose queries give them their chunks. */
const MOST_WORKERS = 2

/** Workers begin with the first questions and stay: code that has run before is three times as fast. */
export function createWalkers({ failures, ...options }: WalkersOptions): Walkers {
  const slots = createSlots(MOST_WORKERS, failures.cancelled)
  const idle: WalkThread[] = []
  let closed = false

  function takeThread(): WalkThread {
    const last = idle.pop()
    if (last === undefined) return startWalkThread(options, failures.outOfMemory)
    return last.isAlive() ? last : takeThread()
  }
  const leaveThread = (thread: WalkThread) => {
    if (thread.isAlive()) idle.push(thread)
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
      const thread = takeThread()
      try {
        return (await walk(thread, { name, job }, chunks, () => {
          if (signal?.aborted) throw failures.cancelled()
        })) as Result
      } catch (error) {
        // The memory of the walk is not kept for the next question to free it.
        await thread.ask({ ask: 'drop' }).catch(() => undefined)
        throw error
      } finally {
        leaveThread(thread)
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

async function walk(
  thread: WalkThread,
  question: { readonly name: string; readonly job: unknown },
  chunks: AsyncIterable<ChunkPart>,
  throwIfAborted: () => void,
): Promise<unknown> {
  // A new worker starts while the engine is at the first chunk.
  const started = thread.ask({ ask: 'start', ...question })
  started.catch(() => undefined)
  for await (const part of oneAhead(chunks)) {
    await started
    throwIfAborted()
    await thread.ask({ ask: 'walk', ...part })
  }
  await started
  throwIfAborted()
  return thread.ask({ ask: 'result' })
}
