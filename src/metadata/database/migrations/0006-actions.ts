import type { Kysely } from 'kysely'
import { dialectOf } from '#metadata/database/dialect.ts'

/** Adds actions: named definitions of events. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  await dialectOf(database)
    .addId(schema.createTable('action'))
    .addColumn('project_id', 'integer', (c) => c.notNull().references('project.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('steps', 'text', (c) => c.notNull())
    .addColumn('slack_message_format', 'text', (c) => c.notNull())
    .addColumn('pinned_at', 'text')
    .addColumn('deleted', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('created_by', 'integer', (c) => c.notNull().references('app_user.id'))
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addColumn('search_text', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('action_list').on('action').columns(['project_id', 'deleted', 'id']).execute()
  await schema
    .createTable('action_tag')
    .addColumn('action_id', 'integer', (c) => c.notNull().references('action.id'))
    .addColumn('tag', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('action_tag_key', ['action_id', 'tag'])
    .execute()
}
