import type { Kysely } from 'kysely'

/**
 * Adds the time of the first `$identify` under a distinct id. An `$identify` identifies the person even if
 * its merge was refused.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('person_distinct_id').addColumn('identified_us', 'bigint').execute()
}
