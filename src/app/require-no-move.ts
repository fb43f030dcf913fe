import type { ServerEventStore } from '#engine/server/server-engine.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { createInstallationStore, type EventsIn } from '#metadata/installation/installation-store.ts'
import { findMove, type MoveNote, readMove } from '#metadata/installation/move-note.ts'
import type { Config } from './config.ts'
import { namesOf, placesOf, type StorePlaces } from './store-places.ts'

/**
 * @throws Error with a sentence, if the installation is being moved into these stores or away from one of
 * them, or was moved away
 */
export async function requireNoMove(metadata: Metadata, places: StorePlaces): Promise<void> {
  refuseMoved(await findMove(metadata), places)
  await requireEventsIn(metadata, places)
}

/** @throws Error with a sentence, if the metadata belongs to events in the other kind of place */
async function requireEventsIn(metadata: Metadata, places: StorePlaces): Promise<void> {
  const { eventsIn } = await createInstallationStore(metadata).find()
  if (eventsIn === null || eventsIn === eventsInOf(places)) return
  const { events } = namesOf(places)
  throw new Error(
    eventsIn === 'servers'
      ? `The events of this installation are on ClickHouse servers, and the settings name ${events}: set CLICKHOUSE_URL.`
      : `The events of this installation are in its data folder, and the settings name ${events}: start it without CLICKHOUSE_URL. The command migrate moves events.`,
  )
}

/** Returns in which kind of place the settings have the events. */
export const eventsInOf = ({ events }: StorePlaces): EventsIn =>
  events.address === null ? 'folder' : 'servers'

/** Notes where the events are, unless it is known. Called when both stores have turned out to be a pair. */
export async function noteEventsPlace(metadata: Metadata, places: StorePlaces): Promise<void> {
  const installation = createInstallationStore(metadata)
  if ((await installation.find()).eventsIn === null) await installation.noteEventsIn(eventsInOf(places))
}

/** Like {@link requireNoMove}, for a data folder with both stores that no process has open. */
export async function requireFolderNotMoved(config: Config): Promise<void> {
  refuseMoved(await readMove(config.THROUGHLINE_DATA_DIR), placesOf(config))
}

function refuseMoved(note: MoveNote | null, places: StorePlaces): void {
  if (note !== null && (note.direction === 'incoming' || isLeft(note, places))) throw movedError(note)
}

function movedError({ direction, place, at }: MoveNote): Error {
  if (direction === 'incoming') return isIncomplete(at)
  if (direction === 'leaving')
    return new Error(
      `The last run of a move to ${place} began at ${at} and has not ended: run the command migrate again. It continues where it was. To use these stores after all, run the command migrate --reopen.`,
    )
  return new Error(
    `This installation was moved to ${place} at ${at}, and these stores lack what came later. Start it there. To go back to them without it, run the command migrate --reopen.`,
  )
}

/**
 * Whether the settings name a store that the installation was moved away from, or is about to leave. After
 * its events alone were moved to servers, the metadata stays in use.
 */
export const isLeft = ({ direction, moved }: MoveNote, places: StorePlaces): boolean =>
  direction !== 'incoming' && (moved !== 'events' || places.events.folder !== null)

/**
 * Checks metadata whose events do not matter.
 * @throws Error with a sentence, if the metadata is being moved, or was moved away
 */
export async function requireUsedMetadata(metadata: Metadata): Promise<void> {
  const note = await findMove(metadata)
  if (note !== null && (note.direction === 'incoming' || note.moved !== 'events')) throw movedError(note)
}

/**
 * Checks stores that are read for a copy. They may have been moved away.
 * @throws Error with a sentence, if an installation is being moved into the metadata, or if it belongs to
 * events in the other kind of place
 */
export async function requireCompleteMetadata(metadata: Metadata, places: StorePlaces): Promise<void> {
  const note = await findMove(metadata)
  if (note?.direction === 'incoming') throw movedError(note)
  await requireEventsIn(metadata, places)
}

/** @throws Error with a sentence, if an installation is being moved into these events on servers */
export async function requireCompleteEvents(engine: Pick<ServerEventStore, 'moveInto'>): Promise<void> {
  if ((await engine.moveInto()) !== null) throw isIncomplete(null)
}

const isIncomplete = (at: string | null) =>
  new Error(
    `A move into these stores ${at === null ? '' : `began at ${at} and `}has not ended: run the command migrate again. It continues where it was.`,
  )
