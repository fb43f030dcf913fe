import { cancelled, EngineError } from '#engine/engine-error.ts'
import type { EventStore } from '#engine/event-store.ts'
import { createWalkers, type Walkers } from '#sequences/walkers.ts'
import type { Timer } from '#shared/clock.ts'
import type { Closer } from './closers.ts'

const MiB = 1024 * 1024
/**
 * Heap of a worker in MiB. It holds the objects of a walk, such as the lists of persons behind a number.
 * Columns of events are not in the heap, nor is the memory that `WalkMemory` counts.
 */
const heapMiBOf = ({ resultBytes }: Pick<EventStore, 'resultBytes'>) => Math.max(64, resultBytes / MiB)

/** URL of the worker's file, relative to this file. In a bundle (`.mjs`) all files are in one folder. */
export const WALK_WORKER = new URL(
  import.meta.url.endsWith('.mjs') ? 'walk-worker.mjs' : '../insights/kinds/walk-worker.js',
  import.meta.url,
)

export interface WalkerOptions {
  readonly timer: Timer
  /** The module that the workers run: {@link WALK_WORKER}, or a bundle of it. */
  readonly walkWorker: URL
  /** Maximum time of a walk for one chunk. It is the time that one query may take. */
  readonly querySeconds: number
}

/**
 * Opens the workers for questions about sequences of events. The workers start when the first such question
 * is asked.
 */
export function openWalkers(
  engine: Pick<EventStore, 'resultBytes'>,
  { timer, querySeconds, walkWorker }: WalkerOptions,
  closers: Closer[],
): Walkers {
  const failures = {
    cancelled,
    outOfMemory: () => new EngineError('memory', 'A worker that walks events ran out of memory.'),
    tooLong: () => new EngineError('timeout', 'A worker took too long to walk events.'),
    closed: () => new EngineError('closed', 'The workers that walk events are closed.'),
  }
  const walkers = createWalkers({
    ...{ entry: walkWorker, heapMiB: heapMiBOf(engine), failures, timer },
    walkSeconds: querySeconds,
  })
  closers.push(() => walkers.close())
  return walkers
}
