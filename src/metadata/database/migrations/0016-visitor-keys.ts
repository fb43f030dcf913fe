import type { Kysely } from 'kysely'

/**
 * Adds the key of each day, from which the ids of visitors without a cookie are made. The key is deleted at
 * `expires_at`.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('visitor_key')
    .addColumn('project_id', 'integer', (c) => c.notNull().references('project.id'))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('visitor_key_key', ['project_id', 'day'])
    .execute()
  await schema.createIndex('visitor_key_expiry').on('visitor_key').column('expires_at').execute()
}
