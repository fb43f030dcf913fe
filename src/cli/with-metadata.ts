import { type Config, parseConfig } from '#app/config.ts'
import { openMetadataBesideServer } from '#app/open-metadata-beside.ts'
import { prepareFolder } from '#app/prepare-folder.ts'
import { requireUsedMetadata } from '#app/require-no-move.ts'
import { placesOf } from '#app/store-places.ts'
import { FolderInUseError, type FolderLock, lockFolder } from '#metadata/database/folder-lock.ts'
import { hasMetadata } from '#metadata/database/metadata-files.ts'
import { openMetadata } from '#metadata/database/open-metadata.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { requireMatchingStores } from '#pairing/inspect-stores.ts'
import { SILENT } from '#shared/log.ts'
import { printError } from './print.ts'
import { printOrFail } from './print-or-fail.ts'

/**
 * Runs a command on the metadata that the settings name. A server may use the metadata at the same time, so
 * a lost password can be reset without stopping the server. Prints the text that `run` returns. On an error
 * it prints one sentence and sets the exit code to 1.
 */
export const withMetadata = (run: (metadata: Metadata) => Promise<string>): Promise<void> =>
  printOrFail(async () => {
    const config = parseConfig()
    const { metadata, events } = placesOf(config)
    if (metadata.url === null && !hasMetadata(metadata.folder)) {
      if (events.folder !== null) await requireMatchingStores(metadata.folder)
      throw new Error(
        `The data folder ${metadata.folder} is empty: start the server once, or set THROUGHLINE_DATA_DIR.`,
      )
    }
    // A command migrates the metadata only if both stores are in folders. If either store is on a server,
    // only the Throughline server may migrate it.
    if (metadata.url === null && events.folder !== null) return onFolder(config, metadata.folder, run)
    return using(await openMetadataBesideServer(config, printError), run)
  })

async function onFolder(
  config: Config,
  folder: string,
  run: (metadata: Metadata) => Promise<string>,
): Promise<string> {
  const lock = lockOrNull(folder)
  try {
    if (lock === null) return await using(await openMetadataBesideServer(config, printError), run)
    // Refuses metadata that has lost its write-ahead log: after a write, the log could not be put back.
    await prepareFolder(folder, Date.now(), SILENT)
    return await using(await openMetadata(folder), run)
  } finally {
    lock?.release()
  }
}

async function using(metadata: Metadata, run: (metadata: Metadata) => Promise<string>): Promise<string> {
  try {
    await requireUsedMetadata(metadata)
    return await run(metadata)
  } finally {
    await metadata.destroy()
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
