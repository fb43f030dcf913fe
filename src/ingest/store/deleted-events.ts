import { z } from 'zod'
import type { Engine } from '#engine/engine.ts'
import { and, bound, type Fragment, identifier, numeral, sql } from '#fragments/fragment.ts'
import { renderLiterals } from '#fragments/literal.ts'
import type { EventDeletion } from '#metadata/deletions/event-deletion.ts'
import { eventsOf, isWithin, STORABLE } from '#sql/events.ts'

type What = Pick<EventDeletion, 'projectId' | 'kind' | 'event' | 'fromMs' | 'beforeMs' | 'cutoffMs'>

/**
 * The tables, in addition to `events`, that the deletion of a project clears: copies of the metadata and
 * days of events.
 */
const OF_PROJECT = ['persons', 'person_root', 'groups', 'cohort_person', 'unanchored_event'] as const

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
const Counts = z.tuple([z.object({ count: z.coerce.number() })])
const Names = z.array(z.object({ event: z.string() }))

/**
 * Returns the months with events that the deletion is about, in the form of partition names (`202611`),
 * with their event counts.
 */
export async function findMonths(
  engine: Engine,
  deletion: What,
): Promise<{ month: number; events: number }[]> {
  // Events that the deletion is about, by month.
  const query = sql`SELECT toYYYYMM(day) AS month, count() AS events
${eventsOf(deletion.projectId, STORABLE, conditionsOf(deletion))}
GROUP BY month
ORDER BY month`
  const { projectId } = deletion
  return Months.parse(await engine.rows(query, { name: 'deletions.months', projectId, isUpkeep: true }))
}

/**
 * Deletes the events of one month. No question returns them afterwards. Parts of other months are not
 * rewritten.
 */
export const deleteMonth = (engine: Engine, deletion: What, month: number): Promise<void> =>
  engine.command(
    renderLiterals(sql`ALTER TABLE ${identifier('events')}
DELETE IN PARTITION ${numeral(month)}
WHERE ${and([sql`project_id = ${bound('UInt32', deletion.projectId)}`, ...conditionsOf(deletion)])}
SETTINGS mutations_sync = 0`),
  )

/** Returns the names of all stored events of a project. */
export async function findStoredNames(engine: Engine, projectId: number): Promise<ReadonlySet<string>> {
  const query = sql`SELECT DISTINCT event
${eventsOf(projectId, STORABLE, [])}`
  const rows = await engine.rows(query, { name: 'deletions.names', projectId, isUpkeep: true })
  return new Set(Names.parse(rows).map(({ event }) => event))
}

const ofProject = (projectId: number) => sql`project_id = ${bound('UInt32', projectId)}`

/** Counts the rows of a project in the copies of the metadata. */
export async function countMirrored(engine: Engine, projectId: number): Promise<number> {
  const counts = await Promise.all(OF_PROJECT.map((table) => countOf(engine, table, projectId)))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function countOf(engine: Engine, table: string, projectId: number): Promise<number> {
  const query = sql`SELECT count() AS count
FROM ${identifier(table)}
WHERE ${ofProject(projectId)}`
  const rows = await engine.rows(query, { name: 'deletions.mirrored', projectId, isUpkeep: true })
  return Counts.parse(rows)[0].count
}

/** Deletes the rows of a project in the copies of the metadata. */
export async function deleteMirrored(engine: Engine, projectId: number): Promise<void> {
  for (const table of OF_PROJECT) {
    if ((await countOf(engine, table, projectId)) === 0) continue
    await engine.command(
      renderLiterals(sql`ALTER TABLE ${identifier(table)}
DELETE WHERE ${ofProject(projectId)}
SETTINGS mutations_sync = 2`),
    )
  }
}
