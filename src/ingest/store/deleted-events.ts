import { z } from 'zod'
import type { EventStore } from '#engine/event-store.ts'
import { MIRRORS, PROJECT_TABLES } from '#engine/project-tables.ts'
import { bound, type Fragment, identifier, sql } from '#fragments/fragment.ts'
import type { EventDeletion } from '#metadata/deletions/event-deletion.ts'
import { eventsOf, isWithin, STORABLE } from '#sql/events.ts'

type What = Pick<EventDeletion, 'projectId' | 'kind' | 'event' | 'fromMs' | 'beforeMs' | 'cutoffMs'>

/** Returns the conditions of the events that a deletion is about. */
function conditionsOf({ kind, event, fromMs, beforeMs, cutoffMs }: What): Fragment[] {
  // There is no condition on times: events that a request adds to a deleted project at the last moment are
  // deleted too.
  if (kind === 'project') return []
  return [
    ...(event === null ? [] : [sql`event = ${bound('String', event)}`]),
    isWithin({ fromMs: fromMs ?? STORABLE.fromMs, toMs: beforeMs ?? STORABLE.toMs }),
    sql`inserted_at <= fromUnixTimestamp64Milli(${bound('Int64', cutoffMs)})`,
  ]
}

const Months = z.array(z.object({ month: z.number(), events: z.coerce.number() }))
const COPIES: readonly string[] = MIRRORS
const Counts = z.array(z.object({ count: z.coerce.number() })).nonempty()
const Names = z.array(z.object({ event: z.string() }))

/**
 * Returns the months with events that the deletion is about, in the form of partition names (`202611`),
 * with their event counts.
 */
export async function findMonths(
  engine: EventStore,
  deletion: What,
): Promise<{ month: number; events: number }[]> {
  // Counts the events that the deletion is about, by month.
  const query = sql`SELECT toYYYYMM(day) AS month, count() AS events
${eventsOf(deletion.projectId, STORABLE, conditionsOf(deletion))}
GROUP BY month
ORDER BY month`
  const { projectId } = deletion
  return Months.parse(await engine.rows(query, { name: 'deletions.months', projectId, isUpkeep: true }))
}

/**
 * Deletes the events of one month that the deletion is about. No question returns them afterwards. Parts of
 * other months are not rewritten.
 */
export const deleteMonth = (engine: EventStore, deletion: What, month: number): Promise<void> =>
  engine.deleteEvents({ projectId: deletion.projectId, conditions: conditionsOf(deletion), month })

/** Returns the names of all stored events of a project. */
export async function findStoredNames(engine: EventStore, projectId: number): Promise<ReadonlySet<string>> {
  const query = sql`SELECT DISTINCT event
${eventsOf(projectId, STORABLE, [])}`
  const rows = await engine.rows(query, { name: 'deletions.names', projectId, isUpkeep: true })
  return new Set(Names.parse(rows).map(({ event }) => event))
}

/** Counts the rows of a project in the copies of the metadata. */
export async function countMirrored(engine: EventStore, projectId: number): Promise<number> {
  const counts = await Promise.all(PROJECT_TABLES.map((table) => countOf(engine, table, projectId)))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function countOf(engine: EventStore, table: string, projectId: number): Promise<number> {
  const query = sql`SELECT count() AS count
FROM ${identifier(table)}
WHERE project_id = ${bound('UInt32', projectId)}`
  // Every server has a whole copy of such a table. If one server has missed a deletion of rows, it has more
  // rows than the others, so the largest count is taken.
  const eachServer = COPIES.includes(table)
  const rows = await engine.rows(query, { name: 'deletions.mirrored', projectId, isUpkeep: true, eachServer })
  return Math.max(...Counts.parse(rows).map(({ count }) => count))
}

/** Deletes the rows of a project in the copies of the metadata. */
export async function deleteMirrored(engine: EventStore, projectId: number): Promise<void> {
  for (const table of PROJECT_TABLES)
    if ((await countOf(engine, table, projectId)) > 0) await engine.deleteRows(table, projectId)
}
