import { randomUUID } from 'node:crypto'
import type { EventStore } from '#engine/event-store.ts'
import type { ServerEventStore } from '#engine/server/server-engine.ts'
import { hasMetadata } from '#metadata/database/metadata-files.ts'
import { closeMetadata, openMetadata, openMetadataBeside } from '#metadata/database/open-metadata.ts'
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
 * This process holds their places. `place` names them; a move that was interrupted is continued if it is the
 * same.
 * @throws Error with a sentence if they have other data. They are not changed then.
 */
export async function openMoveTarget(
  config: Config,
  moving: Moving,
  place: string,
  deps: MoveDeps,
  closers: Closer[],
): Promise<MoveTarget> {
  const places = placesOf(config)
  const { installation, moved } = moving
  const opened = moved === 'events' ? null : await openMetadataInto(places, moving, deps, closers)
  const metadata = opened?.metadata ?? null
  const given = { installation, metadata: metadata ?? moving.metadata, isContinued: opened?.place === place }
  const events = moved === 'metadata' ? null : await openEventsInto(config, given, deps, closers)
  // Neither place has been changed so far: if one is refused, the other stays as it was.
  const at = new Date(deps.clock()).toISOString()
  if (metadata !== null) await noteMove(metadata, { direction: 'incoming', installation, moved, place, at })
  return { metadata, events: events === null ? null : await events.begin() }
}

interface MetadataInto {
  readonly metadata: Metadata
  /** The place in the note of an interrupted move; null if none has begun. */
  readonly place: string | null
}

async function openMetadataInto(
  places: StorePlaces,
  { installation }: Moving,
  deps: MoveDeps,
  closers: Closer[],
): Promise<MetadataInto> {
  const { folder, url } = places.metadata
  const metadata = url === null ? await openFolder(folder, closers) : await openDatabase(url, deps, closers)
  const note = await findMove(metadata)
  const { metadata: name } = namesOf(places)
  if (note === null && (await hasProjects(metadata)))
    throw new Error(`There is an installation in ${name} already. Nothing was changed. Use an empty place.`)
  if (note !== null && (note.direction !== 'incoming' || note.installation !== installation))
    throw new Error(
      `There is another installation in ${name}, ${note.installation}. Nothing was changed. Use an empty place.`,
    )
  return { metadata, place: note?.place ?? null }
}

const hasProjects = async (metadata: Metadata): Promise<boolean> =>
  (await metadata.selectFrom('project').select('id').limit(1).executeTakeFirst()) !== undefined

async function openDatabase(url: string, deps: MoveDeps, closers: Closer[]): Promise<Metadata> {
  const { openHeldDatabase } = await import('./open-held-database.ts')
  const { requireEmptyOrOwn } = await import('#metadata/database/open-server-metadata.ts')
  // Opening would upgrade the tables of an earlier version.
  await requireEmptyOrOwn(url)
  return openHeldDatabase(url, { ...deps, isPatient: true, isHeld: true }, closers)
}

async function openFolder(folder: string, closers: Closer[]): Promise<Metadata> {
  const metadata = await (hasMetadata(folder) ? openMetadataBeside(folder) : openMetadata(folder))
  closers.push(() => closeMetadata(metadata))
  return metadata
}

interface EventsInto {
  /** Notes that the store is incomplete, and returns it. */
  begin(): Promise<EventStore>
}

interface EventsOf {
  readonly installation: string
  /** Remembers the schema files of the store. */
  readonly metadata: Metadata
  /** Whether the metadata of the copy says that this very move has begun. */
  readonly isContinued: boolean
}

async function openEventsInto(
  config: Config,
  { installation, metadata, isContinued }: EventsOf,
  { log }: MoveDeps,
  closers: Closer[],
): Promise<EventsInto> {
  const places = placesOf(config)
  const { address } = places.events
  // The note in the metadata of the folder counts for its events as well.
  if (address === null) return { begin: () => openEngine(config, log, closers) }
  const { openServerEvents } = await import('./open-server-events.ts')
  const engine = await openServerEvents(address, config, { metadata, log, observer: NO_OBSERVER }, closers)
  const { events: name } = namesOf(places)
  await requireIncomplete(engine, installation, name, isContinued)
  return {
    async begin() {
      const run = randomUUID()
      await engine.beginMove({ installation, run })
      await engine.endEarlierInserts()
      const target = whileNewest(engine, run, name)
      await engine.migrate(ENGINE_MIGRATIONS)
      await engine.claim(installation)
      return target
    },
  }
}

/**
 * Everything in a store that an installation is moved into may be deleted. So a store is refused that has
 * events, unless they came by this move, even if they are events of the same installation: that could be the
 * one that users work with.
 */
async function requireIncomplete(
  engine: ServerEventStore,
  installation: string,
  place: string,
  isContinued: boolean,
): Promise<void> {
  const move = await engine.moveInto()
  if (move?.installation === installation) return
  const owner = await engine.owner()
  if (move === null && owner === null && (await isEmptyStore(engine))) return
  if (move !== null || owner !== installation)
    throw new Error(
      `There are events of another installation in ${place}. Nothing was changed. Use an empty database.`,
    )
  // The mark goes first when a move ends. An interruption just after it leaves the note of the metadata.
  if (isContinued) return
  throw new Error(
    `The events of this installation are in ${place} already, and no move there is under way. Nothing was changed. If a move there has ended, start Throughline with these addresses. Otherwise use an empty database.`,
  )
}

/** Returns the store, which is not changed any more after another run of the move has begun. */
function whileNewest(engine: ServerEventStore, run: string, place: string): EventStore {
  const requireNewest = async () => {
    if ((await engine.moveInto())?.run !== run)
      throw new Error(`Another run of this move writes to ${place}, so this one has stopped.`)
  }
  return {
    ...engine,
    async insert(table, columns, lines) {
      await requireNewest()
      await engine.insert(table, columns, lines)
    },
    async deleteEvents(events) {
      await requireNewest()
      await engine.deleteEvents(events)
    },
    async deleteRows(table, projectId) {
      await requireNewest()
      await engine.deleteRows(table, projectId)
    },
    async emptyCopy(table) {
      await requireNewest()
      await engine.emptyCopy(table)
    },
  }
}
