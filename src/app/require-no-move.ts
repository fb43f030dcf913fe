import type { Metadata } from '#metadata/database/schema.ts'
import { findMove } from '#metadata/installation/move-note.ts'
import type { StorePlaces } from './store-places.ts'

/**
 * @throws Error with a sentence, if the installation is being moved into these stores, or was moved away from
 * one of them
 */
export async function requireNoMove(metadata: Metadata, places: StorePlaces): Promise<void> {
  const note = await findMove(metadata)
  if (note === null) return
  const { direction, moved, place, at } = note
  if (direction === 'incoming')
    throw new Error(
      `A move into these stores began at ${at} and has not ended: run the command migrate again. It continues where it was.`,
    )
  const isLeft = moved !== 'events' || places.events.folder !== null
  if (isLeft)
    throw new Error(
      `This installation was moved to ${place} at ${at}, and these stores lack what came later. Start it there. To go back to them without it, run the command migrate --reopen.`,
    )
}
