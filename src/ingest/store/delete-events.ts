import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore } from '#engine/event-store.ts'
import { bound, type Fragment, sql } from '#fragments/fragment.ts'
import { chunksOf } from '#shared/chunks-of.ts'

/**
 * Largest list of numbers of distinct ids in one command. A number takes up to 11 bytes of the command's
 * text, which the engine limits to 256 KiB.
 */
export const MAX_NUMBERS = 10_000

export const isOneOf = (numbers: readonly number[]): Fragment =>
  sql`person IN ${bound('Array(UInt32)', numbers)}`

/**
 * Deletes the events of the distinct ids with these numbers. When the promise resolves, the deletion is on
 * disk and no query returns the events.
 */
export async function deleteEvents(
  engine: Pick<EventStore, 'deleteEvents'>,
  projectId: number,
  numbers: readonly number[],
): Promise<void> {
  for (const some of chunksOf(numbers, MAX_NUMBERS))
    await engine.deleteEvents({ projectId, conditions: [isOneOf(some)], month: null })
}

const LOOKS = 60
const PAUSE_MS = 50

/**
 * Waits up to 3 seconds until the files of the engine no longer have deleted events. Resolves with false if
 * that was not long enough.
 */
export async function untilRewritten(engine: Pick<EventStore, 'areDeletionsRewritten'>): Promise<boolean> {
  for (let look = 0; look < LOOKS; look++) {
    if (await engine.areDeletionsRewritten()) return true
    await pause(PAUSE_MS)
  }
  return false
}
