import type { Kysely } from 'kysely'

/** Adds counts of capture's issues by hour, for the last week. `hour` is in hours since 1970. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('dropped_event_hour')
    .addColumn('project_id', 'integer', (c) => c.notNull())
    .addColumn('hour', 'integer', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('dropped_event_hour_key', ['project_id', 'hour', 'reason'])
    .execute()
}
