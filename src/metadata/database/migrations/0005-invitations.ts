import type { Kysely } from 'kysely'
import { dialectOf } from '#metadata/database/dialect.ts'
import type { MetadataSchema } from '#metadata/database/schema.ts'

/** Adds invitations to projects, and marks the accounts that the operator has set up. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  await schema.alterTable('app_user').addColumn('set_up_by', 'text').execute()
  await dialectOf(database)
    .addId(schema.createTable('invitation'))
    .addColumn('project_id', 'integer', (c) => c.notNull().references('project.id'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('created_by', 'integer', (c) => c.notNull().references('app_user.id'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addUniqueConstraint('invitation_address', ['project_id', 'email'])
    .execute()
  await markFirstUser(database as Kysely<MetadataSchema>)
}

// The first user was created by the first start. Any other account may have got its password from the admin
// of a project.
async function markFirstUser(database: Kysely<MetadataSchema>): Promise<void> {
  await database
    .updateTable('app_user')
    .set({ set_up_by: 'operator' })
    .where('id', '=', (e) => e.selectFrom('app_user').select(({ fn }) => fn.min('id').as('id')))
    .execute()
}
