import type { EventStore } from '#engine/event-store.ts'
import type { LocalEventStore } from '#engine/local-event-store.ts'
import { lockFolder } from '#metadata/database/folder-lock.ts'
import { closeMetadata, openMetadata } from '#metadata/database/open-metadata.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import type { StoreMarks } from '#pairing/store-marks.ts'
import type { Clock } from '#shared/clock.ts'
import type { Log } from '#shared/log.ts'
import type { Observer } from '#shared/observer.ts'
import type { Closer } from './closers.ts'
import type { Config } from './config.ts'
import { openEngine } from './open-engine.ts'
import { openMarks } from './open-marks.ts'
import { prepareFolder } from './prepare-folder.ts'
import { noteVersion } from './schema-version.ts'

/** The two open stores of an installation. They belong together, and no other process writes to them. */
export interface BothStores {
  readonly metadata: Metadata
  readonly engine: EventStore
  /** The event store again, with what only a folder has; null if the events are on servers. */
  readonly local: LocalEventStore | null
  readonly marks: StoreMarks
}

interface Deps {
  readonly clock: Clock
  readonly log: Log
  readonly observer: Observer
}

/** Opens both stores of the settings. @throws Error with a sentence if a store cannot be used. */
export async function openBothStores(config: Config, deps: Deps, closers: Closer[]): Promise<BothStores> {
  const { clock, log, observer } = deps
  const dataFolder = config.THROUGHLINE_DATA_DIR
  const lock = lockFolder(dataFolder)
  closers.push(() => lock.release())
  await prepareFolder(dataFolder, clock(), log)
  const metadata = await openMetadata(dataFolder)
  closers.push(() => closeMetadata(metadata))
  const engine = await openEngine(config, log, closers, observer)
  await noteVersion(dataFolder)
  const marks = await openMarks({ engine, metadata, dataFolder, log }, closers)
  return { metadata, engine, local: engine, marks }
}
