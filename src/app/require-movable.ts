import { isOnReadOnlyDisk } from '#metadata/database/data-folder.ts'
import { hasMetadata } from '#metadata/database/metadata-files.ts'
import { OtherVersionError } from '#metadata/database/migrate-metadata.ts'
import { closeMetadata } from '#metadata/database/open-metadata.ts'
import type { Log } from '#shared/log.ts'
import type { Config } from './config.ts'
import { openMetadataBesideServer } from './open-metadata-beside.ts'
import { placesOf } from './store-places.ts'

/**
 * Must be called before stores are read for a copy of them: opening them would upgrade stores of an earlier
 * version, without a backup. Changes nothing.
 * @throws Error with a sentence if another version has written the metadata
 */
export async function requireThisVersion(config: Config, log: Log): Promise<void> {
  const { folder } = placesOf(config).metadata
  if (folder !== null && !hasMetadata(folder)) return
  try {
    await closeMetadata(await openMetadataBesideServer(config, (sentence) => log.warn({}, sentence)))
  } catch (error) {
    const { cause } = error as { readonly cause?: unknown }
    if (!(cause instanceof OtherVersionError)) throw error
    throw new Error(`${cause.message} Run this command with the version that has written them.`, { cause })
  }
}

/** @throws Error with a sentence if the end of a move cannot be noted in its source */
export function requireWritable(config: Config): void {
  const { folder } = placesOf(config).metadata
  if (folder !== null && isOnReadOnlyDisk(folder))
    throw new Error(
      `The disk of ${folder} is read-only. A move notes there that it has ended: make the disk writable. The commands backup and restore need no note.`,
    )
}
