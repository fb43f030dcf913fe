import type { Kysely } from 'kysely'

/**
 * Adds whether a tile was removed because its insight was deleted: 1 or 0. Restoring the insight brings the
 * tile back.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('dashboard_tile')
    .addColumn('is_removed_with_insight', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
