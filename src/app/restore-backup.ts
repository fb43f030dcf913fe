import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Manifest } from '#backup/manifest.ts'
import { readArchive } from '#backup/read-archive.ts'
import { syncTree } from '#backup/sync-tree.ts'
import type { Progress } from '#backup/write-archive.ts'
import { freeBytes } from '#engine/embedded/disk/free-space.ts'
import { LOCK_FILE, lockFolder, PID_FILE } from '#metadata/database/folder-lock.ts'
import { hasMetadata, METADATA_FILE } from '#metadata/database/metadata-files.ts'
import { inspectStores } from '#pairing/inspect-stores.ts'
import { StoreMismatchError } from '#pairing/store-mismatch.ts'
import { syncPath } from '#shared/sync-path.ts'
import { VERSION } from '#shared/version.ts'
import { schemaOf } from './schema-version.ts'

const RESTORING = 'restoring'
/**
 * Names that a folder may contain and still count as empty: the lock of this process, and what file systems
 * put into their root.
 */
const OF_NO_STORE = [LOCK_FILE, PID_FILE, 'lost+found']

/**
 * Restores a backup into an empty data folder. A start is refused until all files are compared with their
 * checksums and moved into place. An interrupted restore can be repeated.
 * @throws BrokenBackupError
 * @throws StoreMismatchError if the stores in the backup do not belong together
 * @throws Error with a sentence, if the folder is not empty, the disk is too small, or the backup is of a
 * newer version
 */
export async function restoreBackup(
  dataFolder: string,
  input: Readable,
  progress: Progress,
): Promise<Manifest> {
  requireEmpty(dataFolder)
  const lock = lockFolder(dataFolder)
  try {
    const restoring = join(dataFolder, RESTORING)
    clearInterrupted(dataFolder)
    mkdirSync(restoring, { mode: 0o700 })
    try {
      const manifest = await readArchive(input, restoring, acceptIn(dataFolder), progress)
      const { mismatches } = await inspectStores(restoring)
      if (mismatches.length > 0) throw new StoreMismatchError(restoring, mismatches)
      await moveIntoPlace(restoring, dataFolder)
      return manifest
    } catch (error) {
      // If the data folder has no `events`, nothing has been moved yet and the unpacked files can be
      // deleted. After moving has begun, the next restore clears the folder (`clearInterrupted`).
      if (existsSync(restoring) && !existsSync(join(dataFolder, 'events')))
        rmSync(restoring, { recursive: true, force: true })
      throw error
    }
  } finally {
    lock.release()
  }
}

function requireEmpty(dataFolder: string): void {
  if (!existsSync(dataFolder) || isInterrupted(dataFolder)) return
  const names = readdirSync(dataFolder).filter((name) => !OF_NO_STORE.includes(name))
  if (names.length > 0)
    throw new Error(
      `The data folder ${dataFolder} is not empty: it has ${names.slice(0, 5).join(', ')}. Set THROUGHLINE_DATA_DIR to another folder, or move these files away. Nothing was changed.`,
    )
}

const isInterrupted = (dataFolder: string): boolean =>
  existsSync(join(dataFolder, RESTORING)) && !hasMetadata(dataFolder)

// Deletes what an interrupted restore has left. Everything in the folder came from the backup, because a
// restore begins in an empty folder and moves the metadata last.
function clearInterrupted(dataFolder: string): void {
  if (!isInterrupted(dataFolder)) return
  for (const name of readdirSync(dataFolder).filter((one) => !OF_NO_STORE.includes(one)))
    rmSync(join(dataFolder, name), { recursive: true, force: true })
}

/** Refuses a backup that this version cannot open or that does not fit on the disk of the folder. */
const acceptIn =
  (dataFolder: string) =>
  (manifest: Manifest): void => {
    requireKnownSchema(manifest)
    const free = freeBytes(dataFolder)
    if (free < manifest.bytes)
      throw new Error(
        `The backup needs ${Math.ceil(manifest.bytes / 1024 ** 2)} MiB, and ${dataFolder} has ${Math.floor(free / 1024 ** 2)} MiB of free space.`,
      )
  }

/** @throws Error with a sentence for a backup of a newer version. */
export function requireKnownSchema({ migrations, version }: Manifest): void {
  const known = schemaOf()
  const unknown = [
    ...migrations.metadata.filter((name) => !known.metadata.includes(name)),
    ...(migrations.events ?? []).filter((name) => !known.events.includes(name)),
  ]
  if (unknown.length > 0)
    throw new Error(
      `The backup was made by version ${version} of Throughline. This version ${VERSION} is older: the backup has ${unknown.join(' and ')}, which this version does not know. Restore it with that version or a newer one. Nothing was changed.`,
    )
}

async function moveIntoPlace(restoring: string, dataFolder: string): Promise<void> {
  await syncTree(restoring)
  for (const name of readdirSync(restoring).filter((one) => one !== METADATA_FILE))
    renameSync(join(restoring, name), join(dataFolder, name))
  await syncPath(dataFolder)
  renameSync(join(restoring, METADATA_FILE), join(dataFolder, METADATA_FILE))
  rmSync(restoring, { recursive: true })
  await syncPath(dataFolder)
}

/** @throws Error with a sentence if a restore into the folder has begun and not ended. */
export function requireNoRestore(dataFolder: string): void {
  if (isInterrupted(dataFolder))
    throw new Error(
      `A restore into ${dataFolder} was interrupted: run the command restore again. It starts from the beginning.`,
    )
}
