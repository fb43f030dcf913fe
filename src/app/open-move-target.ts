import { existsSync, readdirSync } from 'node:fs'
import type { EventStore } from '#engine/event-store.ts'
import type { ServerEventStore } from '#engine/server/server-engine.ts'
import { LOCK_FILE, lockFolder, PID_FILE } from '#metadata/database/folder-lock.ts'
import { hasMetadata } from '#metadata/database/metadata-files.ts'
import { closeMetadata, openMetadata } from '#metadata/database/open-metadata.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { findMove, noteMove } from '#metadata/installation/move-note.ts'
import { NO_OBSERVER } from '#shared/observer.ts'
import { isEmptyStore } from '#transfer/empty-copies.ts'
import type { Closer } from './closers.ts'
import type { Config } from './config.ts'
import { openEngine } from './open-engine.ts'
import { ENGINE_MIGRATIONS } from './schema-version.ts'
import { namesOf, placesOf, type StorePlaces } from './store-places.ts'
import type { MoveDeps } from './with-move-source.ts'

/** The stores into which an installation is copied. */
export interface MoveTarget {
  /** Null if the metadata stays where it is. */
  readonly metadata: Metadata | null
  /** Null if the events stay where they are. */
  readonly events: EventStore | null
}

/** The installation that is moved, and which of its stores. */
export interface Moving {
  readonly installation: string
  /** The metadata of the installation. */
  readonly metadata: Metadata
  readonly moved: 'metadata' | 'events' | 'both'
}

/**
 * Opens the stores of `config` to which an installation is moved, and notes in them that they are incomplete.
 * @throws Error with a sentence if they have other data. They are not changed then.
 */
export async function openMoveTarget(
  config: Config,
  moving: Moving,
  deps: MoveDeps,
  closers: Closer[],
): Promise<MoveTarget> {
  const places = placesOf(config)
  const metadata = moving.moved === 'events' ? null : await openMetadataInto(places, moving, deps, closers)
  const events =
    moving.moved === 'metadata'
      ? null
      : await openEventsInto(config, metadata ?? moving.metadata, moving.installation, deps, closers)
  return { metadata, events }
}

async function openMetadataInto(
  places: StorePlaces,
  { installation, moved }: Moving,
  deps: MoveDeps,
  closers: Closer[],
): Promise<Metadata> {
  const { folder, url } = places.metadata
  const metadata = url === null ? await openFolder(folder, closers) : await openDatabase(url, deps, closers)
  const note = await findMove(metadata)
  const { metadata: place } = namesOf(places)
  if (note === null && (await hasProjects(metadata)))
    throw new Error(`There is an installation in ${place} already. Nothing was changed. Use an empty place.`)
  if (note !== null && (note.direction === 'outgoing' || note.installation !== installation))
    throw new Error(
      `There is another installation in ${place}, ${note.installation}. Nothing was changed. Use an empty place.`,
    )
  const at = new Date(deps.clock()).toISOString()
  await noteMove(metadata, { direction: 'incoming', installation, moved, place, at })
  return metadata
}

const hasProjects = async (metadata: Metadata): Promise<boolean> =>
  (await metadata.selectFrom('project').select('id').limit(1).executeTakeFirst()) !== undefined

async function openDatabase(url: string, deps: MoveDeps, closers: Closer[]): Promise<Metadata> {
  const { openHeldDatabase } = await import('./open-held-database.ts')
  return openHeldDatabase(url, deps, closers)
}

/** Names that an empty folder may have. */
const OF_NO_STORE = [LOCK_FILE, PID_FILE, 'lost+found']

async function openFolder(folder: string, closers: Closer[]): Promise<Metadata> {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => !OF_NO_STORE.includes(name)) : []
  if (names.length > 0 && !hasMetadata(folder))
    throw new Error(
      `The folder ${folder} is not empty: it has ${names.slice(0, 5).join(', ')}. Nothing was changed. Name an empty folder.`,
    )
  const lock = lockFolder(folder)
  closers.push(() => lock.release())
  const metadata = await openMetadata(folder)
  closers.push(() => closeMetadata(metadata))
  return metadata
}

async function openEventsInto(
  config: Config,
  metadata: Metadata,
  installation: string,
  { log }: MoveDeps,
  closers: Closer[],
): Promise<EventStore> {
  const places = placesOf(config)
  const { address } = places.events
  if (address === null) return openEngine(config, log, closers)
  const { openServerEvents } = await import('./open-server-events.ts')
  const engine = await openServerEvents(address, config, { metadata, log, observer: NO_OBSERVER }, closers)
  await requireOwn(engine, installation, namesOf(places).events)
  await engine.migrate(ENGINE_MIGRATIONS)
  await engine.claim(installation)
  await engine.endEarlierInserts()
  return engine
}

async function requireOwn(engine: ServerEventStore, installation: string, place: string): Promise<void> {
  const owner = await engine.owner()
  if (owner === installation || (owner === null && (await isEmptyStore(engine)))) return
  throw new Error(
    `There are events of another installation in ${place}. Nothing was changed. Use an empty database.`,
  )
}
