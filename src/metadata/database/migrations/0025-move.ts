import type { Kysely } from 'kysely'

/**
 * Adds a table of at most one row: the installation is being moved into this metadata, or was moved away from
 * it. Adds where the events of the metadata are; null until the next start.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('move')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('direction', 'text', (c) => c.notNull())
    .addColumn('installation', 'text', (c) => c.notNull())
    .addColumn('moved', 'text', (c) => c.notNull())
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .execute()
  await schema.alterTable('installation').addColumn('events_in', 'text').execute()
}
