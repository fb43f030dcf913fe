import { storedTables } from '#engine/embedded/disk/stored-tables.ts'
import { type MetadataState, readMetadataState } from '#metadata/installation/metadata-state.ts'
import { compareStores, type EventStoreState, type Mismatch } from './compare-stores.ts'
import { eventsFolder } from './events-folder.ts'
import { readMarks } from './marks-file.ts'
import { StoreMismatchError } from './store-mismatch.ts'

export interface Inspection {
  readonly metadata: MetadataState | null
  readonly events: EventStoreState
  readonly mismatches: readonly Mismatch[]
}

/** Reads the files of both stores without changing them. No process may have them open. */
export async function inspectStores(dataFolder: string): Promise<Inspection> {
  const metadata = await readMetadataState(dataFolder)
  const events = readEventFiles(eventsFolder(dataFolder))
  return { metadata, events, mismatches: compareStores(metadata, events) }
}

/** Reads the files of an event store without changing them. */
export const readEventFiles = (engineFolder: string): EventStoreState => ({
  marks: readMarks(engineFolder),
  tables: storedTables(engineFolder),
})

/**
 * Requires that the two stores of a data folder belong together.
 * @throws StoreMismatchError if they do not.
 */
export async function requireMatchingStores(dataFolder: string): Promise<void> {
  const { mismatches } = await inspectStores(dataFolder)
  if (mismatches.length > 0) throw new StoreMismatchError(dataFolder, mismatches)
}
