import { z } from 'zod'
import type { EventStore } from '#engine/event-store.ts'
import { MIRRORS } from '#engine/project-tables.ts'
import { identifier, sql } from '#fragments/fragment.ts'

const EventRow = z.tuple([z.object({ count: z.coerce.number() })])

/** Deletes the copies of the metadata. The next start makes them anew, from the metadata that it finds. */
export async function emptyCopies(engine: Pick<EventStore, 'emptyCopy'>): Promise<void> {
  for (const table of MIRRORS) await engine.emptyCopy(table)
}

/** Whether an event store has no events, or not even their table. */
export async function isEmptyStore(engine: Pick<EventStore, 'rows'>): Promise<boolean> {
  const options = { name: 'transfer.is_empty', projectId: null, isUpkeep: true }
  try {
    const query = sql`SELECT count() AS count FROM ${identifier('events')}`
    const [{ count }] = EventRow.parse(await engine.rows(query, options))
    return count === 0
  } catch (error) {
    if (isUnknownTable(error)) return true
    throw error
  }
}

const UNKNOWN_TABLE = 60
const isUnknownTable = (error: unknown) => (error as { readonly code?: unknown }).code === UNKNOWN_TABLE
