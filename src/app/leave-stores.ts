import type { Metadata } from '#metadata/database/schema.ts'
import { createEventMigrations } from '#metadata/installation/event-migrations.ts'
import { createInstallationStore, noteMovedEvents } from '#metadata/installation/installation-store.ts'
import { findMove, type MoveNote, noteMove } from '#metadata/installation/move-note.ts'
import { NO_OBSERVER } from '#shared/observer.ts'
import { type Closer, closeInReverse } from './closers.ts'
import type { Config } from './config.ts'
import { holdPlaces } from './hold-places.ts'
import { eventsInOf, isLeft } from './require-no-move.ts'
import { schemaOf } from './schema-version.ts'
import { placesOf } from './store-places.ts'
import { withMetadataOf } from './with-metadata.ts'
import type { MoveDeps, MoveSource } from './with-move-source.ts'

/**
 * Calls `work` while the stores of `from` refuse to start, because what they took meanwhile would be lost.
 * `work` calls `leave` before it copies. If it fails, or resolves with false, they can be started again:
 * `earlier` is then their note again, which an earlier move may have left.
 */
export async function whileLeaving<T>(
  source: MoveSource,
  from: Config,
  { note, earlier }: { readonly note: MoveNote; readonly earlier: MoveNote | null },
  deps: MoveDeps,
  work: (leave: () => Promise<void>) => Promise<T>,
  isDone: (result: T) => boolean,
): Promise<T> {
  let isNoted = false
  const leave = async () => {
    isNoted = true
    await noteInSource(source, from, note, deps)
  }
  const stay = async () => {
    await source.close()
    await withMetadataOf(from, deps, (metadata) => noteMove(metadata, earlier))
  }
  try {
    const result = await work(leave)
    if (!isDone(result)) await stay()
    return result
  } catch (error) {
    if (isNoted) await stay().catch((cause: unknown) => stillLeaving(error, cause))
    throw error
  }
}

/** Tells both failures. @throws Error */
function stillLeaving(error: unknown, cause: unknown): never {
  const reason = error instanceof Error ? error.message : String(error)
  throw new Error(
    `${reason} The old stores refuse to start until this command has ended the move, or until the command migrate --reopen.`,
    { cause },
  )
}

/** Writes the note into the stores themselves; a folder is read from a copy of the moment. */
async function noteInSource(
  { metadata }: MoveSource,
  from: Config,
  note: MoveNote,
  deps: MoveDeps,
): Promise<void> {
  const places = placesOf(from)
  if (places.metadata.folder !== null && places.events.folder !== null)
    await withMetadataOf(from, deps, (original) => noteMove(original, note))
  else await noteMove(metadata, note)
}

/** Makes metadata belong to events on servers, which have no parts of their own in it. */
export async function adoptServerEvents(metadata: Metadata): Promise<void> {
  await noteMovedEvents(metadata, 'servers')
  const record = createEventMigrations(metadata)
  for (const name of schemaOf().events) await record.add(name)
}

/**
 * The old stores refuse starts from now on, and then the new ones accept them. The metadata of the copy comes
 * last: until then a further run of the move can end it.
 */
export async function endMove(
  from: Config,
  to: Config,
  note: MoveNote,
  deps: MoveDeps,
  source: MoveSource,
): Promise<void> {
  await source.close()
  const { moved } = note
  await withMetadataOf(from, deps, async (metadata) => {
    if (moved === 'events') await adoptServerEvents(metadata)
    await noteMove(metadata, note)
  })
  await withMetadataOf(to, deps, async (metadata) => {
    if (moved !== 'metadata') await endMoveOfEvents(to, metadata, deps)
    if (moved === 'events') return
    await noteMovedEvents(metadata, eventsInOf(placesOf(to)))
    await noteMove(metadata, null)
  })
}

async function endMoveOfEvents(to: Config, metadata: Metadata, { log }: MoveDeps): Promise<void> {
  const { address } = placesOf(to).events
  if (address === null) return
  const closers: Closer[] = []
  try {
    const { openServerEvents } = await import('./open-server-events.ts')
    const engine = await openServerEvents(address, to, { metadata, log, observer: NO_OBSERVER }, closers)
    await engine.endMove()
  } finally {
    await closeInReverse(closers)
  }
}

/**
 * Makes stores that an installation was moved away from usable again, as they were then. The settings name
 * these stores, and not the place of the move.
 * @throws Error with a sentence if nothing was moved away from them
 */
export async function reopenStores(config: Config, deps: MoveDeps): Promise<void> {
  const closers: Closer[] = []
  const places = placesOf(config)
  try {
    await holdPlaces(places, deps, closers)
    await withMetadataOf(config, deps, async (metadata) => {
      const note = await findMove(metadata)
      if (note === null || !isLeft(note, places)) throw new Error('Nothing was moved away from these stores.')
      await createInstallationStore(metadata).noteEventsIn(eventsInOf(places))
      await noteMove(metadata, null)
    })
  } finally {
    await closeInReverse(closers)
  }
}
