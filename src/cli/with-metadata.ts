import { parseConfig } from '#app/config.ts'
import { prepareFolder } from '#app/prepare-folder.ts'
import { FolderInUseError, type FolderLock, lockFolder } from '#metadata/database/folder-lock.ts'
import { hasMetadata } from '#metadata/database/metadata-files.ts'
import { OtherVersionError } from '#metadata/database/migrate-metadata.ts'
import { openMetadata, openMetadataBeside } from '#metadata/database/open-metadata.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { requireMatchingStores } from '#pairing/inspect-stores.ts'
import { SILENT } from '#shared/log.ts'
import { printOrFail } from './print-or-fail.ts'

/**
 * Runs a command on the metadata of the data folder. A server may use the folder at the same time, so a lost
 * password can be reset without stopping the server. Prints the text that `run` returns. On an error it
 * prints one sentence and sets the exit code to 1.
 */
export const withMetadata = (run: (metadata: Metadata) => Promise<string>): Promise<void> =>
  printOrFail(async () => {
    const { THROUGHLINE_DATA_DIR: folder } = parseConfig()
    if (!hasMetadata(folder)) {
      await requireMatchingStores(folder)
      throw new Error(
        `The data folder ${folder} is empty: start the server once, or set THROUGHLINE_DATA_DIR.`,
      )
    }
    return onFolder(folder, run)
  })

async function onFolder(folder: string, run: (metadata: Metadata) => Promise<string>): Promise<string> {
  const lock = lockOrNull(folder)
  try {
    // If the metadata has lost its write-ahead log, a write would make it impossible to put the log back.
    if (lock !== null) await prepareFolder(folder, Date.now(), SILENT)
    const metadata = lock === null ? await openBeside(folder) : await openMetadata(folder)
    try {
      return await run(metadata)
    } finally {
      await metadata.destroy()
    }
  } finally {
    lock?.release()
  }
}

function lockOrNull(folder: string): FolderLock | null {
  try {
    return lockFolder(folder)
  } catch (error) {
    if (error instanceof FolderInUseError) return null
    throw error
  }
}

// No migrations run here, because the schema belongs to the running server.
async function openBeside(folder: string): Promise<Metadata> {
  try {
    return await openMetadataBeside(folder)
  } catch (error) {
    if (!(error instanceof OtherVersionError)) throw error
    throw new Error(`${error.message} Use the version of the server that runs, or stop it first.`, {
      cause: error,
    })
  }
}
