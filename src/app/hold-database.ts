import { setTimeout as pause } from 'node:timers/promises'
import type { NodeHold } from '#metadata/database/dialect.ts'
import { holdNode } from '#metadata/database/open-server-metadata.ts'
import { NodeTakenError } from '#metadata/database/unavailable-error.ts'
import type { Clock, Timer } from '#shared/clock.ts'
import type { Log } from '#shared/log.ts'
import type { Closer } from './closers.ts'

export interface HoldDeps {
  readonly clock: Clock
  readonly timer: Timer
  readonly log: Log
  /** Stops this process. Called if another process uses the database, or if the database has lost changes. */
  readonly stop: () => void
}

const PAUSE_MS = 1_000

/**
 * Holds the database of the metadata, so that no other process uses it until this process closes. The hold
 * belongs to a connection. If the connection ends, this process takes the hold again as soon as the server
 * answers. If another process has taken the hold by then, `stop` is called.
 * @throws NodeTakenError if another process has the hold
 */
export async function holdDatabase(url: string, deps: HoldDeps, closers: Closer[]): Promise<void> {
  let hold = await holdNode(url, deps.timer)
  let isClosing = false
  const isWanted = () => !isClosing
  async function keep(): Promise<void> {
    while (isWanted()) {
      const reason = await hold.lost
      if (isClosing) return
      deps.log.warn({ err: reason }, 'The connection that holds the database has ended. It is opened again.')
      const next = await holdAgain(url, hold.session, deps, isWanted)
      if (next === null) return
      hold = next
    }
    await hold.release()
  }
  void keep()
  closers.push(async () => {
    isClosing = true
    await hold.release()
  })
}

/**
 * Takes the hold again. Resolves with null if the hold is not wanted any more, or if another process has it.
 */
async function holdAgain(
  url: string,
  ownSession: number,
  { timer, log, stop }: HoldDeps,
  isWanted: () => boolean,
): Promise<NodeHold | null> {
  for (; isWanted(); await pause(PAUSE_MS, undefined, { ref: false })) {
    try {
      return await holdNode(url, timer)
    } catch (error) {
      // Any other error means that the database does not answer. Requests get an error of their own then.
      if (!(error instanceof NodeTakenError)) continue
      // PostgreSQL keeps the hold of a connection that was cut for up to 25 seconds.
      if (error.session === ownSession || error.session === null) continue
      log.warn({ err: error }, 'Another Throughline uses the database now. This one stops.')
      stop()
      return null
    }
  }
  return null
}
