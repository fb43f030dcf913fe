import { z } from 'zod'
import type { EventStore } from '#engine/event-store.ts'
import { MIRRORS } from '#engine/project-tables.ts'
import { identifier, sql } from '#fragments/fragment.ts'

const ProjectRow = z.object({ project_id: z.number() })
const EventRow = z.tuple([z.object({ count: z.coerce.number() })])

/** Deletes the copies of the metadata. The next start makes them anew, from the metadata that it finds. */
export async function emptyCopies(engine: EventStore): Promise<void> {
  for (const table of MIRRORS) {
    const query = sql`SELECT DISTINCT project_id FROM ${identifier(table)}`
    const rows = await engine.rows(query, {
      name: 'transfer.copies',
      projectId: null,
      isUpkeep: true,
      eachServer: true,
    })
    const projectIds = new Set(rows.map((row) => ProjectRow.parse(row).project_id))
    for (const projectId of projectIds) await engine.deleteRows(table, projectId)
  }
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
