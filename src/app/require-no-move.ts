import type { ServerEventStore } from '#engine/server/server-engine.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { findMove, type MoveNote, readMove } from '#metadata/installation/move-note.ts'
import type { Config } from './config.ts'
import { placesOf, type StorePlaces } from './store-places.ts'

/**
 * @throws Error with a sentence, if the installation is being moved into these stores or away from one of
 * them, or was moved away
 */
export async function requireNoMove(metadata: Metadata, places: StorePlaces): Promise<void> {
  refuseMoved(await findMove(metadata), places)
}

/** Like {@link requireNoMove}, for a data folder with both stores that no process has open. */
export async function requireFolderNotMoved(config: Config): Promise<void> {
  refuseMoved(await readMove(config.THROUGHLINE_DATA_DIR), placesOf(config))
}

function refuseMoved(note: MoveNote | null, places: StorePlaces): void {
  if (note === null) return
  const { direction, moved, place, at } = note
  if (direction === 'incoming') throw isIncomplete(at)
  const isLeft = moved !== 'events' || places.events.folder !== null
  if (!isLeft) return
  if (direction === 'leaving')
    throw new Error(
      `The last run of a move to ${place} began at ${at} and has not ended: run the command migrate again. It continues where it was. To use these stores after all, run the command migrate --reopen.`,
    )
  throw new Error(
    `This installation was moved to ${place} at ${at}, and these stores lack what came later. Start it there. To go back to them without it, run the command migrate --reopen.`,
  )
}

/** @throws Error with a sentence, if an installation is being moved into this metadata */
export async function requireCompleteMetadata(metadata: Metadata): Promise<void> {
  const note = await findMove(metadata)
  if (note?.direction === 'incoming') throw isIncomplete(note.at)
}

/** @throws Error with a sentence, if an installation is being moved into these events on servers */
export async function requireCompleteEvents(engine: Pick<ServerEventStore, 'moveInto'>): Promise<void> {
  if ((await engine.moveInto()) !== null) throw isIncomplete(null)
}

const isIncomplete = (at: string | null) =>
  new Error(
    `A move into these stores ${at === null ? '' : `began at ${at} and `}has not ended: run the command migrate again. It continues where it was.`,
  )
