import { cancelled, EngineError } from '#engine/engine-error.ts'
import { createWalkers, type Walkers } from '#sequences/walkers.ts'
import type { Closer } from './closers.ts'

/** Above all of the texts of a breakdown, each once: some two million of a hundred characters. */
const WORKER_HEAP_MIB = 256

/** By its place from this file, and from a bundle in a folder as deep. */
const ENTRY = new URL('../../src/insights/walk-worker.ts', import.meta.url)

/** The workers of questions about sequences of events. They start with the first such question. */
export function openWalkers(closers: Closer[]): Walkers {
  const failures = {
    cancelled,
    outOfMemory: () => new EngineError('memory', 'A worker that walks events ran out of memory.'),
    closed: () => new EngineError('closed', 'The workers that walk events are closed.'),
  }
  const walkers = createWalkers({ entry: ENTRY, heapMiB: WORKER_HEAP_MIB, failures })
  closers.push(() => walkers.close())
  return walkers
}
