import type { Kysely } from 'kysely'

/** Adds public links of dashboards, like the public links of insights. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('dashboard_sharing')
    .addColumn('dashboard_id', 'integer', (c) => c.primaryKey().references('dashboard.id'))
    .addColumn('access_token', 'text', (c) => c.notNull().unique())
    .addColumn('enabled', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
}
