import type { Kysely } from 'kysely'

/**
 * The schema files that ran on the servers of the events. The servers themselves are no place for this
 * record: a table that is not replicated differs between them.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('event_migration')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .execute()
}
