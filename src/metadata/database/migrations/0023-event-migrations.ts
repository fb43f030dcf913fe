import type { Kysely } from 'kysely'

/**
 * Adds the record of the schema files that ran on the servers of the events. It is not stored on these
 * servers, because a table that is not replicated differs between them.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('event_migration')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .execute()
}
