import { closeMetadata, openMetadata } from '#metadata/database/open-metadata.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { createInstallationStore } from '#metadata/installation/installation-store.ts'
import { findMetadataState } from '#metadata/installation/metadata-state.ts'
import { compareStores, type EventStoreState } from '#pairing/compare-stores.ts'
import { readEventFiles } from '#pairing/inspect-stores.ts'
import { readServerEvents } from '#pairing/server-events.ts'
import { ServerMismatchError, type StoreNames } from '#pairing/server-mismatch.ts'
import type { StoreMarks } from '#pairing/store-marks.ts'
import type { Closer } from './closers.ts'
import type { Config } from './config.ts'
import type { BothStores, OpenStoresDeps } from './open-both-stores.ts'
import { openEngine } from './open-engine.ts'
import { openMarks } from './open-marks.ts'
import { openServerEvents } from './open-server-events.ts'
import { requireWholeFolder } from './prepare-folder.ts'
import { requireCompleteEvents, requireNoMove } from './require-no-move.ts'
import { ENGINE_MIGRATIONS } from './schema-version.ts'
import { namesOf, placesOf, type StorePlaces } from './store-places.ts'

/**
 * Opens two stores of which at least one is on a server. If the other is in the data folder, this process
 * must have locked the folder.
 * @throws Error with a sentence if a store cannot be used
 */
export async function openStoresOnServers(
  config: Config,
  deps: OpenStoresDeps,
  closers: Closer[],
): Promise<BothStores> {
  const places = placesOf(config)
  if (places.folder !== null) requireWholeFolder(places.folder)
  const metadata = await openMetadataOf(places, deps, closers)
  if (deps.move === undefined) await requireNoMove(metadata, places)
  const names = namesOf(places)
  const requirePair = (events: EventStoreState) => requireMatch(metadata, events, names)
  const { log, observer } = deps
  if (places.events.folder !== null) {
    await requirePair(readEventFiles(places.events.folder))
    const engine = await openEngine(config, log, closers, observer)
    const dataFolder = config.THROUGHLINE_DATA_DIR
    const marks = await openMarks({ engine, metadata, dataFolder, log }, closers)
    return { metadata, engine, local: engine, marks }
  }
  const { address } = places.events
  const engine = await openServerEvents(address, config, { metadata, log, observer }, closers)
  if (deps.move !== 'into') await requireCompleteEvents(engine)
  const installation = createInstallationStore(metadata)
  const { uuid, eventsComparedS } = await installation.find()
  const { state, untilS } = await readServerEvents(engine, await engine.owner(), eventsComparedS)
  await requirePair(state)
  await installation.noteCompared(untilS)
  await engine.migrate(ENGINE_MIGRATIONS)
  // A backup that was killed has left copies of the tables, which keep deleted events. A backup that runs
  // reads its copies.
  if (!(await isBackupRunning(metadata, places))) await engine.thaw()
  await engine.claim(uuid)
  await installation.pair()
  await engine.endEarlierInserts()
  return { metadata, engine, local: null, marks: NO_MARKS }
}

/** A moment is read only of two stores on servers. */
async function isBackupRunning(metadata: Metadata, places: StorePlaces): Promise<boolean> {
  if (places.metadata.url === null) return false
  const { isFrozen } = await import('#metadata/database/open-server-metadata.ts')
  return isFrozen(metadata)
}

/** On servers the stored rows are the marks ({@link readServerEvents}), so nothing has to be noted. */
const NO_MARKS: StoreMarks = {
  note: async () => undefined,
  advance: async () => undefined,
  close: async () => undefined,
}

async function openMetadataOf(
  { metadata: { folder, url } }: StorePlaces,
  deps: OpenStoresDeps,
  closers: Closer[],
): Promise<Metadata> {
  if (url !== null) {
    const { openHeldDatabase } = await import('./open-held-database.ts')
    return openHeldDatabase(url, { ...deps, isHeld: deps.move !== undefined }, closers)
  }
  const metadata = await openMetadata(folder)
  closers.push(() => closeMetadata(metadata))
  return metadata
}

/** @throws ServerMismatchError if the two stores do not belong together. */
async function requireMatch(metadata: Metadata, events: EventStoreState, names: StoreNames): Promise<void> {
  const mismatches = compareStores(await findMetadataState(metadata), events)
  if (mismatches.length > 0) throw new ServerMismatchError(names, mismatches)
}
