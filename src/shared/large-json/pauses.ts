import { setImmediate as otherWork } from 'node:timers/promises'

/**
 * Called between the parts of long work: lets other work run if this one has held the event loop for long.
 */
export type Pause = () => Promise<void>

/** Time in ms after which other work runs. A part takes a few ms more. */
const LONGEST_MS = 10

/** Pauses of one piece of work, whose time begins now. */
export function createPauses(nowMs: () => number = () => performance.now()): Pause {
  let sinceMs = nowMs()
  return async () => {
    if (nowMs() - sinceMs < LONGEST_MS) return
    await otherWork()
    sinceMs = nowMs()
  }
}
