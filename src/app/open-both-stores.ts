import type { EventStore } from '#engine/event-store.ts'
import type { LocalEventStore } from '#engine/local-event-store.ts'
import { lockFolder } from '#metadata/database/folder-lock.ts'
import { closeMetadata, openMetadata } from '#metadata/database/open-metadata.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import type { StoreMarks } from '#pairing/store-marks.ts'
import type { Observer } from '#shared/observer.ts'
import type { Closer } from './closers.ts'
import type { Config } from './config.ts'
import type { HoldDeps } from './hold-database.ts'
import { openEngine } from './open-engine.ts'
import { openMarks } from './open-marks.ts'
import { prepareFolder } from './prepare-folder.ts'
import { noteEventsPlace, requireNoMove } from './require-no-move.ts'
import { noteVersion } from './schema-version.ts'
import { placesOf, type StorePlaces } from './store-places.ts'

/** The two open stores of an installation. They belong together, and no other process writes to them. */
export interface BothStores {
  readonly metadata: Metadata
  readonly engine: EventStore
  /** The event store again, with what only a folder has; null if the events are on servers. */
  readonly local: LocalEventStore | null
  readonly marks: StoreMarks
}

export interface OpenStoresDeps extends HoldDeps {
  readonly observer: Observer
  /**
   * Set by the move of an installation itself: it opens stores that it may leave, or that are incomplete and
   * that nobody else may open. It holds their places.
   */
  readonly move?: 'from' | 'into' | undefined
}

/** Opens both stores of the settings. @throws Error with a sentence if a store cannot be used. */
export async function openBothStores(
  config: Config,
  deps: OpenStoresDeps,
  closers: Closer[],
): Promise<BothStores> {
  const places = placesOf(config)
  const { folder } = places
  if (folder !== null && deps.move === undefined) {
    const lock = lockFolder(folder)
    closers.push(() => lock.release())
  }
  const stores = await openPair(config, places, deps, closers)
  if (deps.move === undefined) await noteEventsPlace(stores.metadata, places)
  return stores
}

async function openPair(
  config: Config,
  { metadata, events }: StorePlaces,
  deps: OpenStoresDeps,
  closers: Closer[],
): Promise<BothStores> {
  if (metadata.folder !== null && events.folder !== null) return openFolder(config, deps, closers)
  // The packages of servers are loaded only if a store is on a server.
  const { openStoresOnServers } = await import('./open-stores-on-servers.ts')
  return openStoresOnServers(config, deps, closers)
}

async function openFolder(
  config: Config,
  { clock, log, observer, move }: OpenStoresDeps,
  closers: Closer[],
): Promise<BothStores> {
  const dataFolder = config.THROUGHLINE_DATA_DIR
  await prepareFolder(dataFolder, clock(), log)
  const metadata = await openMetadata(dataFolder)
  closers.push(() => closeMetadata(metadata))
  if (move === undefined) await requireNoMove(metadata, placesOf(config))
  const engine = await openEngine(config, log, closers, observer)
  await noteVersion(dataFolder)
  const marks = await openMarks({ engine, metadata, dataFolder, log }, closers)
  return { metadata, engine, local: engine, marks }
}
