import type { Kysely } from 'kysely'

/** Adds the settings of a project for what clients show and what SDKs collect. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('project')
    .addColumn('settings', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute()
}
