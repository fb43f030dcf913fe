import type { Kysely } from 'kysely'

/** The time of the first `$identify` under a distinct id, which identifies its person also where the merge was refused. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('person_distinct_id').addColumn('identified_us', 'bigint').execute()
}
