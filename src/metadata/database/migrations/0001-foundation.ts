import type { Kysely } from 'kysely'
import { dialectOf } from '#metadata/database/dialect.ts'

/**
 * Adds users, projects, keys, insights and identity. A released migration is never changed; a new one
 * follows it.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await accounts(database)
  await insights(database)
  await identity(database)
}

async function accounts(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  const { addId } = dialectOf(database)
  await addId(schema.createTable('app_user'))
    .addColumn('uuid', 'text', (c) => c.notNull().unique())
    .addColumn('distinct_id', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('first_name', 'text', (c) => c.notNull())
    .addColumn('last_name', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await addId(schema.createTable('project'))
    .addColumn('uuid', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('api_token', 'text', (c) => c.notNull().unique())
    .addColumn('timezone', 'text', (c) => c.notNull())
    .addColumn('week_start_day', 'integer', (c) => c.notNull())
    .addColumn('test_account_filters', 'text', (c) => c.notNull())
    .addColumn('next_person', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('project_member')
    .addColumn('project_id', 'integer', (c) => c.notNull().references('project.id'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('app_user.id'))
    .addColumn('role', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('project_member_key', ['project_id', 'user_id'])
    .execute()
  await addId(schema.createTable('personal_api_key'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('app_user.id'))
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('key_hash', 'text', (c) => c.notNull().unique())
    .addColumn('mask', 'text', (c) => c.notNull())
    .addColumn('scopes', 'text', (c) => c.notNull())
    .addColumn('scoped_teams', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
}

async function insights(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  const { addId } = dialectOf(database)
  await addId(schema.createTable('insight'))
    .addColumn('project_id', 'integer', (c) => c.notNull().references('project.id'))
    .addColumn('short_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text')
    .addColumn('derived_name', 'text')
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('filters', 'text', (c) => c.notNull())
    .addColumn('query', 'text')
    .addColumn('sort_order', 'integer')
    .addColumn('deleted', 'integer', (c) => c.notNull())
    .addColumn('saved', 'integer', (c) => c.notNull())
    .addColumn('favorited', 'integer', (c) => c.notNull())
    .addColumn('is_sample', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('created_by', 'integer', (c) => c.notNull().references('app_user.id'))
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addColumn('last_modified_at', 'text', (c) => c.notNull())
    .addColumn('last_modified_by', 'integer', (c) => c.notNull().references('app_user.id'))
    .addUniqueConstraint('insight_short_id', ['project_id', 'short_id'])
    .execute()
  await schema
    .createTable('insight_tag')
    .addColumn('insight_id', 'integer', (c) => c.notNull().references('insight.id'))
    .addColumn('tag', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('insight_tag_key', ['insight_id', 'tag'])
    .execute()
  await schema
    .createTable('insight_result')
    .addColumn('insight_id', 'integer', (c) => c.primaryKey().references('insight.id'))
    .addColumn('result', 'text', (c) => c.notNull())
    .addColumn('timezone', 'text', (c) => c.notNull())
    .addColumn('refreshed_at', 'text', (c) => c.notNull())
    .execute()
}

async function identity(database: Kysely<unknown>): Promise<void> {
  const schema = database.schema
  await schema
    .createTable('person')
    .addColumn('project_id', 'integer', (c) => c.notNull())
    .addColumn('number', 'bigint', (c) => c.notNull())
    .addColumn('uuid', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('person_key', ['project_id', 'number'])
    .execute()
  await schema
    .createTable('person_distinct_id')
    .addColumn('project_id', 'integer', (c) => c.notNull())
    .addColumn('distinct_id', 'text', (c) => c.notNull())
    .addColumn('person', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('person_distinct_id_key', ['project_id', 'distinct_id'])
    .execute()
  await schema
    .createTable('dropped_event')
    .addColumn('project_id', 'integer', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addColumn('last_seen_at', 'text', (c) => c.notNull())
    .addColumn('sample', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('dropped_event_key', ['project_id', 'reason'])
    .execute()
}
