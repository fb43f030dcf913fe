import type { Kysely } from 'kysely'

/**
 * The instant until which the numbers of events on servers were compared with the metadata. Reading those of
 * all events at each start would take longer the more there are.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('installation').addColumn('events_compared_s', 'integer').execute()
}
