import { type Kysely, sql } from 'kysely'

/** Adds the id of the installation, and the list of the parts that the event store must have. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  await schema
    .createTable('installation')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('uuid', 'text', (c) => c.notNull())
    .addColumn('is_paired', 'integer', (c) => c.notNull())
    .addColumn('epoch', 'bigint', (c) => c.notNull())
    .addColumn('deletions', 'bigint', (c) => c.notNull())
    .execute()
  // The installation takes the id that the metadata already has, so backups from before this migration have
  // the same id.
  await sql`INSERT INTO installation (id, uuid, is_paired, epoch, deletions)
SELECT id, uuid, 0, 0, 0 FROM organization`.execute(database)
  await schema
    .createTable('stored_part')
    .addColumn('table_name', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('rows', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('stored_part_key', ['table_name', 'name'])
    .execute()
}
