import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

/**
 * Adds the secret from which the first token of every link is made. The token is therefore the same at every
 * reading, even before it is stored.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('installation')
    .addColumn('sharing_key', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await sql`UPDATE installation SET sharing_key = ${randomBytes(32).toString('base64url')}`.execute(database)
}
