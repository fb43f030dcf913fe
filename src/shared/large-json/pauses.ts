import { setImmediate as nextLoopTurn } from 'node:timers/promises'

/**
 * Called between the parts of long work. Lets other work run if this work has held the event loop for long.
 */
export type Pause = () => Promise<void>

/**
 * Time in ms after which a pause lets other work run. The part that is under way then takes a few ms more. A
 * capture needs three turns of the event loop, and waits for long work in each of them.
 */
const LONGEST_MS = 2

/** Creates the pauses of one piece of work, whose time begins now. */
export function createPauses(nowMs: () => number = () => performance.now()): Pause {
  let sinceMs = nowMs()
  return async () => {
    if (nowMs() - sinceMs < LONGEST_MS) return
    await nextLoopTurn()
    sinceMs = nowMs()
  }
}
