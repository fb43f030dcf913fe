import type { Engine } from '#engine/engine.ts'
import { cancelled, EngineError } from '#engine/engine-error.ts'
import { createWalkers, type Walkers } from '#sequences/walkers.ts'
import type { Timer } from '#shared/clock.ts'
import type { Closer } from './closers.ts'

const MiB = 1024 * 1024
/** The objects of a walk, such as the lists of persons behind a number. Columns of events are outside of it, and so is what `WalkMemory` counts. */
const heapMiBOf = ({ resultBytes }: Pick<Engine, 'resultBytes'>) => Math.max(64, resultBytes / MiB)

/** By its place from this file: compiled, or TypeScript as well as a bundle in a folder as deep. */
const ENTRY = new URL(
  import.meta.url.endsWith('.js') ? '../insights/walk-worker.js' : '../../src/insights/walk-worker.ts',
  import.meta.url,
)

export interface WalkerTimes {
  readonly timer: Timer
  /** A walk takes no longer for a chunk than a query may take. */
  readonly querySeconds: number
}

/** The workers of questions about sequences of events. They start with the first such question. */
export function openWalkers(
  engine: Pick<Engine, 'resultBytes'>,
  { timer, querySeconds }: WalkerTimes,
  closers: Closer[],
): Walkers {
  const failures = {
    cancelled,
    outOfMemory: () => new EngineError('memory', 'A worker that walks events ran out of memory.'),
    tooLong: () => new EngineError('timeout', 'A worker took too long to walk events.'),
    closed: () => new EngineError('closed', 'The workers that walk events are closed.'),
  }
  const walkers = createWalkers({
    ...{ entry: ENTRY, heapMiB: heapMiBOf(engine), failures, timer },
    walkSeconds: querySeconds,
  })
  closers.push(() => walkers.close())
  return walkers
}
