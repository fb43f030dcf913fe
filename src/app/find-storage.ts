import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { EventStore } from '#engine/event-store.ts'
import type { LocalEventStore } from '#engine/local-event-store.ts'
import { storedMonths } from '#listings/storage.ts'
import { METADATA_FILE } from '#metadata/database/metadata-files.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { cachedBytes } from '#metadata/results/cached-bytes.ts'
import type { StorePlaces } from './store-places.ts'
import { BEFORE_UPGRADE } from './upgrade-snapshot.ts'

/** The space that both stores take, in bytes. A running server sends it in this form to a command. */
export const Storage = z.object({
  months: z.array(
    z.object({ projectId: z.number(), month: z.string(), events: z.number(), bytes: z.number() }),
  ),
  /** Null if PostgreSQL has the metadata. */
  metadataBytes: z.number().nullable(),
  eventStoreBytes: z.number(),
  /** Null if the events are on servers. */
  eventStoreFiles: z.number().nullable(),
  cachedBytes: z.number(),
  /** Bytes of the event store's files that merges have replaced. The engine deletes them within minutes. */
  replacedBytes: z.number(),
  /**
   * Bytes of the stores from before an upgrade, and of the stores that a rollback has moved away. Files that
   * the present stores use too are not counted.
   */
  keptBytes: z.number(),
})
export type Storage = z.infer<typeof Storage>

export interface StorageDeps {
  readonly engine: Pick<EventStore, 'rows' | 'partsByMonth' | 'use'>
  /** Null if the events are on servers. */
  readonly local: Pick<LocalEventStore, 'replacedBytes'> | null
  readonly metadata: Metadata
  readonly places: StorePlaces
}

export async function findStorage({ engine, local, metadata, places }: StorageDeps): Promise<Storage> {
  const seen = new Set<number>()
  const events =
    places.events.folder === null
      ? { bytes: await tableBytes(engine), files: null }
      : sizeOf(places.events.folder, seen)
  const sizeOfNamed = (folder: string, isWanted: (name: string) => boolean) =>
    readdirSync(folder)
      .filter(isWanted)
      .reduce((sum, name) => sum + sizeOf(join(folder, name), seen).bytes, 0)
  return {
    months: await storedMonths(engine, null, null),
    metadataBytes:
      places.metadata.folder === null
        ? null
        : sizeOfNamed(places.metadata.folder, (name) => name.startsWith(METADATA_FILE)),
    eventStoreBytes: events.bytes,
    eventStoreFiles: events.files,
    cachedBytes: await cachedBytes(metadata, null),
    replacedBytes: local === null ? 0 : await local.replacedBytes(),
    keptBytes: places.folder === null ? 0 : sizeOfNamed(places.folder, isKept),
  }
}

const isKept = (name: string) => name === BEFORE_UPGRADE || name.startsWith('rolled-back-')

const tableBytes = async (engine: Pick<EventStore, 'use'>): Promise<number> =>
  (await engine.use()).tables.reduce((sum, { bytes }) => sum + bytes, 0)

interface Size {
  readonly files: number
  readonly bytes: number
}

/**
 * Counts the files of a folder and the space that they take. A file that was counted already, under another
 * name, is left out.
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
