import type { Kysely } from 'kysely'

/** Whether the deletion of its insight removed a tile, 1 or 0: restoring the insight brings it back. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('dashboard_tile')
    .addColumn('is_removed_with_insight', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
