import type { Kysely } from 'kysely'

/**
 * Adds the time of the first `$identify` under a distinct id. It identifies the person even if the merge
 * was refused.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('person_distinct_id').addColumn('identified_us', 'bigint').execute()
}
