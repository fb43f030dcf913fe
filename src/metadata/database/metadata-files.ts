import { existsSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { syncPath } from '#shared/sync-path.ts'

/** The file of the metadata in its data folder. */
export const METADATA_FILE = 'metadata.db'
/**
 * Files next to {@link METADATA_FILE} with changes that this file does not have yet. A copy without them is
 * incomplete.
 */
export const METADATA_LOGS: readonly string[] = ['metadata.db-wal', 'metadata.db-journal']
/**
 * All files of the metadata. `metadata.db` is the last one, so it is the last to be moved away: while it is
 * missing, a start is refused.
 */
export const METADATA_FILES: readonly string[] = ['metadata.db-shm', ...METADATA_LOGS, METADATA_FILE]

/** Returns whether a folder has metadata. */
export const hasMetadata = (folder: string): boolean => existsSync(join(folder, METADATA_FILE))

/** Returns the size of the metadata, with the changes in its logs. */
export const metadataBytes = (folder: string): number =>
  [METADATA_FILE, ...METADATA_LOGS]
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0)

/**
 * Moves closed metadata from one folder into another. If the other folder has metadata, it is kept there:
 * `.lost` is added to the names of all its files. If a log of the lost metadata kept its name, the database
 * would take it for the log of the new file.
 */
export async function replaceMetadata(from: string, folder: string): Promise<void> {
  for (const name of METADATA_FILES)
    if (existsSync(join(folder, name))) renameSync(join(folder, name), join(folder, `${name}.lost`))
  await syncPath(join(from, METADATA_FILE))
  renameSync(join(from, METADATA_FILE), join(folder, METADATA_FILE))
  await syncPath(folder)
}
