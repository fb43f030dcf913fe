import type { LogWriter } from './log-writer.ts'
import type { SealedFiles } from './sealed-files.ts'

/** Puts the rows of the log into their tables, once for all who wait for them. */
export interface LogApplication {
  /**
   * Returns a promise that resolves when all rows that are acknowledged are in their tables; null if they are
   * there already. The promise rejects if the rows cannot be inserted.
   */
  applied(): Promise<void> | null
  /** Inserts the rows of the sealed files. */
  applySealed(): Promise<void>
  /** Whether the last insert has failed. */
  isStuck(): boolean
}

export function createLogApplication(
  writer: Pick<LogWriter, 'loggedBytes' | 'seal'>,
  sealedFiles: SealedFiles,
): LogApplication {
  /** The insert that runs now. */
  let running: Promise<void> | null = null
  /** The insert that begins after it, and so has the rows that are appended until then. */
  let next: Promise<void> | null = null
  let isStuck = false

  function applyNext(earlier: Promise<void>): Promise<void> {
    const begun = earlier
      .catch(() => undefined)
      .then(async () => {
        running = begun
        next = null
        await writer.seal()
        await applySealed()
      })
      .finally(() => {
        if (running === begun) running = null
      })
    return begun
  }
  async function applySealed(): Promise<void> {
    try {
      await sealedFiles.apply()
      isStuck = false
    } catch (error) {
      isStuck = true
      throw error
    }
  }
  return {
    applied() {
      const isLogged = writer.loggedBytes() > 0
      if (next !== null) return next
      if (!isLogged && running !== null) return running
      if (!isLogged && sealedFiles.areApplied()) return null
      next = applyNext(running ?? Promise.resolve())
      return next
    },
    applySealed,
    isStuck: () => isStuck,
  }
}
