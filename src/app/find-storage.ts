import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { LocalEventStore } from '#engine/local-event-store.ts'
import { storedMonths } from '#listings/storage.ts'
import { METADATA_FILE } from '#metadata/database/metadata-files.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { cachedBytes } from '#metadata/results/cached-bytes.ts'
import { eventsFolder } from '#pairing/inspect-stores.ts'
import { BEFORE_UPGRADE } from './upgrade-snapshot.ts'

/** The space that a data folder takes, in bytes. Also the form in which one process sends it to another. */
export const Storage = z.object({
  months: z.array(
    z.object({ projectId: z.number(), month: z.string(), events: z.number(), bytes: z.number() }),
  ),
  metadataBytes: z.number(),
  eventStoreBytes: z.number(),
  eventStoreFiles: z.number(),
  cachedBytes: z.number(),
  /** Files of the event store that merges have replaced. The engine deletes them within minutes. */
  replacedBytes: z.number(),
  /**
   * The stores from before an upgrade and the stores that a rollback has put aside. Files that the present
   * stores use too are not counted.
   */
  keptBytes: z.number(),
})
export type Storage = z.infer<typeof Storage>

export async function findStorage(deps: {
  readonly engine: Pick<LocalEventStore, 'rows' | 'partsByMonth' | 'replacedBytes'>
  readonly metadata: Metadata
  readonly dataFolder: string
}): Promise<Storage> {
  const { engine, metadata, dataFolder } = deps
  const seen = new Set<number>()
  const events = sizeOf(eventsFolder(dataFolder), seen)
  const kept = readdirSync(dataFolder).filter(
    (name) => name === BEFORE_UPGRADE || name.startsWith('rolled-back-'),
  )
  return {
    months: await storedMonths(engine, null, null),
    metadataBytes: readdirSync(dataFolder)
      .filter((name) => name.startsWith(METADATA_FILE))
      .reduce((sum, name) => sum + sizeOf(join(dataFolder, name), seen).bytes, 0),
    eventStoreBytes: events.bytes,
    eventStoreFiles: events.files,
    cachedBytes: await cachedBytes(metadata, null),
    replacedBytes: await engine.replacedBytes(),
    keptBytes: kept.reduce((sum, name) => sum + sizeOf(join(dataFolder, name), seen).bytes, 0),
  }
}

interface Size {
  readonly files: number
  readonly bytes: number
}

/**
 * Counts the files of a folder and the space that they take. A file that was counted under another name is
 * left out.
 */
function sizeOf(path: string, seen: Set<number>): Size {
  // Merges delete files while this runs.
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined || seen.has(stat.ino)) return { files: 0, bytes: 0 }
  if (!stat.isDirectory()) {
    seen.add(stat.ino)
    return { files: 1, bytes: stat.blocks * 512 }
  }
  const sizes = namesIn(path).map((name) => sizeOf(join(path, name), seen))
  return {
    files: sizes.reduce((sum, { files }) => sum + files, 0),
    bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

function namesIn(path: string): string[] {
  try {
    return readdirSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
