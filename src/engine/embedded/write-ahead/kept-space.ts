import { randomBytes } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Space on the disk that is kept for the rows of the log, so that they can be inserted on a full disk. */
export interface KeptSpace {
  /** Takes the space, unless it is taken already or the disk is too full. */
  take(): Promise<void>
  /** Gives the space back. Returns false if there is none. */
  give(): Promise<boolean>
}

/** Size in bytes. The log has up to 4 MiB of rows, which take a quarter of that as parts. */
const KEPT_BYTES = 8 * 1024 * 1024
/** Copies of the event store leave files out whose name begins like this. */
const FILE = 'tmp_kept_space'

export function openKeptSpace(logFolder: string): KeptSpace {
  const path = join(logFolder, FILE)
  const isWhole = () => statSync(path, { throwIfNoEntry: false })?.size === KEPT_BYTES
  return {
    async take() {
      if (isWhole()) return
      try {
        const handle = await open(path, 'w', 0o600)
        try {
          // The bytes are random because some file systems store equal bytes in little space.
          await handle.writeFile(randomBytes(KEPT_BYTES))
          await handle.sync()
        } finally {
          await handle.close()
        }
      } catch {
        // A part of the space would be missed by others and help nobody.
        rmSync(path, { force: true })
      }
    },
    async give() {
      if (!isWhole()) return false
      await rm(path)
      return true
    },
  }
}
