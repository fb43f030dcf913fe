import type { Kysely } from 'kysely'

/** Adds the rules of a project for the items of paths. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('project')
    .addColumn('path_cleaning_filters', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
}
