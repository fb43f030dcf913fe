import type { Kysely } from 'kysely'

/**
 * Adds whether a client sent the filters of an insight: 1 or 0. Empty filters are returned as they were
 * sent.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('insight')
    .addColumn('are_filters_given', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
