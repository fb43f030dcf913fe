import { type Kysely, sql } from 'kysely'

/**
 * Deletes what earlier deletions of projects left: the versions of the data, with names of events, and the
 * hours of refused events.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const table of ['data_version', 'dropped_event_hour'])
    await sql`DELETE FROM ${sql.table(table)}
WHERE project_id IN (SELECT id FROM project WHERE deleted_at IS NOT NULL)`.execute(database)
}
