import type { Kysely } from 'kysely'

/**
 * Adds the time of a project's earliest event that was sent as historical, in epoch ms. Questions of all
 * time begin there.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('project').addColumn('earliest_historical_ms', 'bigint').execute()
}
