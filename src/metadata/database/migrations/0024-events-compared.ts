import type { Kysely } from 'kysely'

/**
 * Adds the instant up to which the numbers in events on servers were compared with the metadata. Without it,
 * each start would read the numbers of all events, which takes longer the more events there are.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('installation').addColumn('events_compared_s', 'integer').execute()
}
