import type { ServerProcess } from '../fixtures/server-process.ts'
import type { Writing } from '../fixtures/until-broken.ts'

/** Writes one kind of thing, and remembers what the server has acknowledged of it. */
export interface CrashClient {
  readonly name: string
  /** Number of writes that were answered as done. */
  readonly acknowledged: number
  /** Answers that a correct server never gives. */
  readonly faults: readonly string[]
  /** Writes until the connection breaks or `writing` ends. */
  run(server: ServerProcess, writing: Writing): Promise<void>
  /**
   * Resolves with a line for each acknowledged write that has no effect, and for each thing that is stored
   * only in part.
   */
  lostIn(server: ServerProcess): Promise<readonly string[]>
}
