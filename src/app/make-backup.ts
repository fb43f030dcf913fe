import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { z } from 'zod'
import type { Manifest } from '#backup/manifest.ts'
import { snapshotClosedStores } from '#backup/snapshot.ts'
import { type Progress, writeArchive } from '#backup/write-archive.ts'
import { askServer } from '#control/ask-server.ts'
import { isOnReadOnlyDisk } from '#metadata/database/data-folder.ts'
import { FolderInUseError, type FolderLock, lockFolder, lockToRead } from '#metadata/database/folder-lock.ts'
import { hasMetadata } from '#metadata/database/metadata-files.ts'
import { eventsFolder } from '#pairing/events-folder.ts'
import { requireMatchingStores } from '#pairing/inspect-stores.ts'
import { randomText } from '#shared/random-text.ts'
import { VERSION } from '#shared/version.ts'
import { folderConfig } from './config.ts'
import { requireFolderNotMoved } from './require-no-move.ts'
import { readVersion } from './schema-version.ts'
import { SNAPSHOTS } from './snapshots-folder.ts'

const Snapshot = z.object({
  folder: z.string(),
  migrations: z.object({ metadata: z.array(z.string()), events: z.array(z.string()).nullable() }),
})
export interface Snapshot extends z.infer<typeof Snapshot> {
  /** Whether a server goes on working on the stores meanwhile. */
  readonly isRunning: boolean
}

/**
 * Calls `use` with a data folder that has both stores as they were at one moment. If a server runs, the
 * server makes the folder; otherwise this process makes it from the files. Nothing else uses the folder, and
 * it is deleted afterwards. Stores on a read-only disk are copied into a new folder in `temp`.
 */
export async function withSnapshot<T>(
  dataFolder: string,
  temp: string,
  use: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  if (!hasMetadata(dataFolder) && !existsSync(eventsFolder(dataFolder)))
    throw new Error(`${dataFolder} is not a data folder: set THROUGHLINE_DATA_DIR.`)
  const isReadOnly = isOnReadOnlyDisk(dataFolder)
  const lock = lockOrNull(dataFolder, isReadOnly ? lockToRead : lockFolder)
  if (lock === null)
    return askServer(dataFolder, 'snapshot', async (result) =>
      use({ ...Snapshot.parse(result), isRunning: true }),
    )
  try {
    return isReadOnly ? await withCopy(dataFolder, temp, use) : await withLinks(dataFolder, use)
  } finally {
    lock.release()
  }
}

async function withLinks<T>(dataFolder: string, use: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const snapshots = join(dataFolder, SNAPSHOTS)
  try {
    await requireMatchingStores(dataFolder)
    rmSync(snapshots, { recursive: true, force: true })
    const folder = join(snapshots, randomText(16))
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return await use(snapshotInto(folder, dataFolder))
  } finally {
    rmSync(snapshots, { recursive: true, force: true })
  }
}

async function withCopy<T>(
  dataFolder: string,
  temp: string,
  use: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(temp, 'throughline-copy-'))
  try {
    const snapshot = snapshotInto(folder, dataFolder)
    // The copy is opened instead of the original: to read a write-ahead log, SQLite makes an index file next
    // to it, and the disk of the original is read-only.
    await requireMatchingStores(folder)
    return await use(snapshot)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function snapshotInto(folder: string, dataFolder: string): Snapshot {
  snapshotClosedStores(dataFolder, folder)
  // A data folder of an earlier release has no note of its migrations; the metadata itself has them.
  const { migrations } = readVersion(dataFolder) ?? { migrations: { metadata: [], events: null } }
  return { folder, migrations, isRunning: false }
}

/**
 * Writes both stores of a data folder to `output` as one compressed file. {@link withSnapshot} provides the
 * stores.
 * @throws Error with a sentence if the stores were moved away, so that a backup of them would lack what came
 * later
 */
export const makeBackup = (
  dataFolder: string,
  temp: string,
  output: Writable,
  nowMs: number,
  progress: Progress,
): Promise<Manifest> =>
  withSnapshot(dataFolder, temp, async ({ folder, migrations }) => {
    await requireFolderNotMoved(folderConfig(folder))
    const about = { version: VERSION, created_at: new Date(nowMs).toISOString(), migrations }
    return writeArchive(folder, about, output, progress)
  })

function lockOrNull(folder: string, lock: (folder: string) => FolderLock): FolderLock | null {
  try {
    return lock(folder)
  } catch (error) {
    if (error instanceof FolderInUseError) return null
    throw error
  }
}
