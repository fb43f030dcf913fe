import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Engine } from '#engine/engine.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { bound, type Fragment, identifier, sql } from '#sql/fragment.ts'
import { renderLiterals } from '#sql/literal.ts'

/** A number takes up to 11 bytes of a command, whose text is limited to 256 KiB by the engine. */
export const MAX_NUMBERS = 10_000

export const isOneOf = (numbers: readonly number[]): Fragment =>
  sql`person IN ${bound('Array(UInt32)', numbers)}`

/**
 * Deletes the events of these numbers. When it resolves, the deletion is on disk and no query has the events; the engine
 * then rewrites its files by mutations in the background, as far as there is space, and goes on with them after a restart. A
 * mutation instead of a lightweight delete, because that would leave the events in the files.
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

/** Whether no deletion of events waits for files to be rewritten. */
async function areDeletionsRewritten(engine: Pick<Engine, 'rows'>): Promise<boolean> {
  const query = sql`SELECT count() AS count
FROM system.mutations
WHERE table = 'events' AND NOT is_done`
  const [row] = await engine.rows(query, { name: 'ingest.deletions', projectId: null, isUpkeep: true })
  return Unfinished.parse(row).count === 0
}

const LOOKS = 60
const PAUSE_MS = 50

/** Waits a few seconds for the files. False where that was not long enough. */
export async function untilRewritten(engine: Pick<Engine, 'rows'>): Promise<boolean> {
  for (let look = 0; look < LOOKS; look++) {
    if (await areDeletionsRewritten(engine)) return true
    await pause(PAUSE_MS)
  }
  return false
}
