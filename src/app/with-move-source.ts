import { setTimeout as pause } from 'node:timers/promises'
import type { StoredName } from '#engine/places.ts'
import type { ServerEventStore } from '#engine/server/server-engine.ts'
import type { Freezing, FrozenMetadata } from '#metadata/database/dialect.ts'
import { FolderInUseError } from '#metadata/database/folder-lock.ts'
import { closeMetadata, openMetadata } from '#metadata/database/open-metadata.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { NodeTakenError } from '#metadata/database/unavailable-error.ts'
import { NO_OBSERVER } from '#shared/observer.ts'
import { type ReadableStore, readableStore } from '#transfer/readable-store.ts'
import { type Closer, closeInReverse } from './closers.ts'
import type { Config } from './config.ts'
import { holdPlaces } from './hold-places.ts'
import { withSnapshot } from './make-backup.ts'
import { type OpenStoresDeps, openBothStores } from './open-both-stores.ts'
import { openEngine } from './open-engine.ts'
import { requireCompleteEvents } from './require-no-move.ts'
import { namesOf, placesOf, type StorePlaces } from './store-places.ts'

/** Both stores of an installation as they were at one moment. */
export interface MoveSource {
  readonly metadata: Metadata
  readonly events: ReadableStore
  /** Whether a server goes on working on the stores, so that the copy lacks what comes later. */
  readonly isRunning: boolean
  /** How long changes had to wait for the moment, in ms; null if it was not measured here. */
  readonly pausedMs: number | null
  /** Settings with which nobody else opens the stores of the moment; null if a server has them open. */
  readonly config: Config | null
  /** Closes both stores. The moment stays until `use` has ended. */
  close(): Promise<void>
}

export interface MoveDeps extends Omit<OpenStoresDeps, 'observer' | 'move'> {
  /** Ends the move early. What it made for itself is removed. */
  readonly signal: AbortSignal
}

/**
 * Calls `use` with both stores of an installation as they are at one moment. A server may work on them if
 * both are in the data folder, or both on servers.
 * @throws Error with a sentence
 */
export async function withMoveSource<T>(
  config: Config,
  temp: string,
  deps: MoveDeps,
  use: (source: MoveSource) => Promise<T>,
): Promise<T> {
  const places = placesOf(config)
  if (places.metadata.folder !== null && places.events.folder !== null)
    return withSnapshot(config.THROUGHLINE_DATA_DIR, temp, ({ folder, isRunning }) =>
      withFolder({ ...config, THROUGHLINE_DATA_DIR: folder }, deps, isRunning, use),
    )
  const holds: Closer[] = []
  const closers: Closer[] = []
  const close = () => closeInReverse(closers)
  try {
    if (!(await holdUnlessRunning(places, deps, holds)))
      return await withFrozenServers(config, places, deps, use)
    const opening = { ...deps, observer: NO_OBSERVER, move: 'from' } as const
    const { metadata, engine } = await openBothStores(config, opening, closers)
    const events = readableStore(engine, undefined, deps.signal)
    return await use({ metadata, events, isRunning: false, pausedMs: null, config, close })
  } finally {
    await close()
    await closeInReverse(holds)
  }
}

/** Resolves with false if a running server uses the stores. */
async function holdUnlessRunning(places: StorePlaces, deps: MoveDeps, holds: Closer[]): Promise<boolean> {
  try {
    await holdPlaces(places, deps, holds)
    return true
  } catch (error) {
    if (!(error instanceof NodeTakenError || error instanceof FolderInUseError)) throw error
    await closeInReverse(holds)
    return false
  }
}

async function withFolder<T>(
  config: Config,
  { log, signal }: MoveDeps,
  isRunning: boolean,
  use: (source: MoveSource) => Promise<T>,
): Promise<T> {
  const closers: Closer[] = []
  const close = () => closeInReverse(closers)
  try {
    const metadata = await openMetadata(config.THROUGHLINE_DATA_DIR)
    closers.push(() => closeMetadata(metadata))
    const engine = await openEngine(config, log, closers)
    const events = readableStore(engine, undefined, signal)
    return await use({ metadata, events, isRunning, pausedMs: null, config, close })
  } finally {
    await close()
  }
}

/** Time that deletions of events get to be applied to the files, and the pause between two looks. */
const DELETIONS_MS = 600_000
const LOOK_EVERY_MS = 500

async function withFrozenServers<T>(
  config: Config,
  places: StorePlaces,
  { clock, log, timer, signal }: MoveDeps,
  use: (source: MoveSource) => Promise<T>,
): Promise<T> {
  const { metadata, events } = places
  if (metadata.url === null || events.address === null) {
    const names = namesOf(places)
    throw new Error(
      `A running Throughline uses ${names.metadata} and ${names.events}. One moment of both can be read while it runs only if both are in the data folder or both on servers: stop it first.`,
    )
  }
  const { freezeMetadata, openServerMetadataBeside } = await import(
    '#metadata/database/open-server-metadata.ts'
  )
  const { openServerEvents } = await import('./open-server-events.ts')
  const closers: Closer[] = []
  try {
    const waiting = { clock, pause, warn: (sentence: string) => log.warn({}, sentence) }
    const beside = await openServerMetadataBeside(metadata.url, waiting)
    closers.push(() => closeMetadata(beside))
    const engine = await openServerEvents(
      events.address,
      config,
      { metadata: beside, log, observer: NO_OBSERVER },
      closers,
    )
    await requireCompleteEvents(engine)
    const frozen = await freezeBoth(
      engine,
      (freezing) => freezeMetadata(metadata.url, timer, freezing),
      clock,
      signal,
    )
    // The copies are dropped before the right to make some is given back.
    closers.push(() => closeMetadata(frozen.metadata))
    closers.push(() => engine.thaw())
    return await use({
      metadata: frozen.metadata,
      events: readableStore(engine, frozen.storedName, signal),
      isRunning: true,
      pausedMs: frozen.pausedMs,
      config: null,
      close: async () => undefined,
    })
  } finally {
    await closeInReverse(closers)
  }
}

/** Thrown while a deletion is not applied to the files: a copy of the files would bring the events back. */
class UnfinishedDeletion extends Error {
  constructor() {
    super('A deletion of events has not ended. Try again later.')
  }
}

interface FrozenBoth extends FrozenMetadata {
  /** The names of the frozen tables of events. */
  readonly storedName: StoredName
}

async function freezeBoth(
  engine: ServerEventStore,
  freezeMetadata: (freezing: Freezing) => Promise<FrozenMetadata>,
  clock: () => number,
  signal: AbortSignal,
): Promise<FrozenBoth> {
  const beganMs = clock()
  for (;;) {
    try {
      if (!(await engine.areDeletionsRewritten())) throw new UnfinishedDeletion()
      let storedName: StoredName = (table) => table
      const frozen = await freezeMetadata({
        // A process that was killed has left copies. Large ones take long to drop, so it is done first.
        prepare: () => engine.thaw(),
        async whileFrozen() {
          // A deletion that begins after this look is under way in the metadata of the moment, so that the
          // next start of the copy repeats it.
          if (!(await engine.areDeletionsRewritten())) throw new UnfinishedDeletion()
          storedName = await engine.freeze()
        },
        abandon: () => engine.thaw(),
      })
      return { ...frozen, storedName }
    } catch (error) {
      if (!(error instanceof UnfinishedDeletion) || clock() - beganMs > DELETIONS_MS) throw error
    }
    await pause(LOOK_EVERY_MS, undefined, { signal })
  }
}
