import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Engine } from '#engine/engine.ts'
import { bound, type Fragment, identifier, sql } from '#fragments/fragment.ts'
import { renderLiterals } from '#fragments/literal.ts'
import { chunksOf } from '#shared/chunks-of.ts'

/**
 * Largest list of numbers in one command. A number takes up to 11 bytes of the command's text, which the
 * engine limits to 256 KiB.
 */
export const MAX_NUMBERS = 10_000

export const isOneOf = (numbers: readonly number[]): Fragment =>
  sql`person IN ${bound('Array(UInt32)', numbers)}`

/**
 * Deletes the events with these numbers. When it resolves, the deletion is on disk and no query returns the
 * events. The engine then rewrites its files by mutations in the background, as far as there is space, and
 * continues after a restart. A lightweight delete is not used, because it would leave the events in the
 * files.
 */
export async function deleteEvents(
  engine: Pick<Engine, 'command'>,
  projectId: number,
  numbers: readonly number[],
): Promise<void> {
  for (const some of chunksOf(numbers, MAX_NUMBERS))
    await engine.command(
      renderLiterals(sql`ALTER TABLE ${identifier('events')}
DELETE WHERE project_id = ${bound('UInt32', projectId)} AND ${isOneOf(some)}
SETTINGS mutations_sync = 0`),
    )
}

const Unfinished = z.object({ count: z.coerce.number() })

/** Whether all deletions of events have been applied to the files. */
async function areDeletionsRewritten(engine: Pick<Engine, 'rows'>): Promise<boolean> {
  const query = sql`SELECT count() AS count
FROM system.mutations
WHERE table = 'events' AND NOT is_done`
  const [row] = await engine.rows(query, { name: 'ingest.deletions', projectId: null, isUpkeep: true })
  return Unfinished.parse(row).count === 0
}

const LOOKS = 60
const PAUSE_MS = 50

/** Waits up to 3 seconds until the files are rewritten. Resolves with false if that was not long enough. */
export async function untilRewritten(engine: Pick<Engine, 'rows'>): Promise<boolean> {
  for (let look = 0; look < LOOKS; look++) {
    if (await areDeletionsRewritten(engine)) return true
    await pause(PAUSE_MS)
  }
  return false
}
