import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { dialectOf } from '#metadata/database/dialect.ts'
import type { MetadataSchema } from '#metadata/database/schema.ts'
import { searchText } from '#metadata/search-text.ts'
import { isoInstant } from '#shared/clock.ts'
import { listedKind, queryForm } from './0003-listed-kind.ts'

/** Adds dashboards, activity, views, sharing, cached results, sessions and the organization. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await accounts(database)
  await insights(database)
  await dashboards(database)
  await aroundInsights(database)
  await answers(database)
}

async function accounts(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  await schema
    .createTable('organization')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('uuid', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await (database as Kysely<MetadataSchema>)
    .insertInto('organization')
    .values({ id: 1, uuid: randomUUID(), name: 'Throughline', created_at: isoInstant(Date.now()) })
    .execute()
  await schema
    .createTable('login_session')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('app_user.id'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute()
  await schema.alterTable('personal_api_key').addColumn('last_used_at', 'text').execute()
  await schema.alterTable('personal_api_key').addColumn('last_rolled_at', 'text').execute()
}

async function insights(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  await schema
    .alterTable('insight')
    .addColumn('search_text', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  for (const column of ['listed_kind', 'query_form', 'answer_key'])
    await schema.alterTable('insight').addColumn(column, 'text').execute()
  await schema
    .createIndex('insight_list')
    .on('insight')
    .columns(['project_id', 'deleted', 'sort_order', 'id'])
    .execute()
  // A search in 10,000 insights reads only this index, in a quarter of the time.
  if (dialectOf(database).canIndexLongText)
    await schema
      .createIndex('insight_search')
      .on('insight')
      .columns(['project_id', 'deleted', 'sort_order', 'id', 'search_text'])
      .execute()
  await fillListColumns(database as Kysely<MetadataSchema>)
}

async function fillListColumns(database: Kysely<MetadataSchema>): Promise<void> {
  const insights = await database.selectFrom('insight').selectAll().execute()
  const tags = await database.selectFrom('insight_tag').selectAll().orderBy('tag').execute()
  for (const insight of insights) {
    const own = tags.filter((tag) => tag.insight_id === insight.id).map((tag) => tag.tag)
    const query = insight.query === null ? null : JSON.parse(insight.query)
    await database
      .updateTable('insight')
      .set({
        search_text: searchText([insight.name, insight.derived_name, insight.description, ...own]),
        listed_kind: listedKind(query, JSON.parse(insight.filters)),
        query_form: queryForm(query),
      })
      .where('id', '=', insight.id)
      .execute()
  }
}

async function dashboards(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  const { addId } = dialectOf(database)
  await addId(schema.createTable('dashboard'))
    .addColumn('project_id', 'integer', (c) => c.notNull().references('project.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('pinned', 'integer', (c) => c.notNull())
    .addColumn('filters', 'text', (c) => c.notNull())
    .addColumn('deleted', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('created_by', 'integer', (c) => c.notNull().references('app_user.id'))
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addColumn('search_text', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('dashboard_list')
    .on('dashboard')
    .columns(['project_id', 'deleted', 'id'])
    .execute()
  await schema
    .createTable('dashboard_tag')
    .addColumn('dashboard_id', 'integer', (c) => c.notNull().references('dashboard.id'))
    .addColumn('tag', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('dashboard_tag_key', ['dashboard_id', 'tag'])
    .execute()
  await addId(schema.createTable('dashboard_tile'))
    .addColumn('dashboard_id', 'integer', (c) => c.notNull().references('dashboard.id'))
    .addColumn('insight_id', 'integer', (c) => c.notNull().references('insight.id'))
    .addColumn('layouts', 'text', (c) => c.notNull())
    .addColumn('color', 'text')
    .addColumn('deleted', 'integer')
    .addColumn('is_removed_with_dashboard', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('answer_key', 'text')
    .addUniqueConstraint('dashboard_tile_place', ['dashboard_id', 'insight_id'])
    .execute()
  await schema.createIndex('dashboard_tile_insight').on('dashboard_tile').columns(['insight_id']).execute()
}

async function aroundInsights(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  const { addId } = dialectOf(database)
  await schema
    .createTable('insight_view')
    .addColumn('project_id', 'integer', (c) => c.notNull().references('project.id'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('app_user.id'))
    .addColumn('insight_id', 'integer', (c) => c.notNull().references('insight.id'))
    .addColumn('viewed_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('insight_view_key', ['project_id', 'user_id', 'insight_id'])
    .execute()
  await addId(schema.createTable('activity'))
    .addColumn('uuid', 'text', (c) => c.notNull())
    .addColumn('project_id', 'integer', (c) => c.notNull().references('project.id'))
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('item_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.references('app_user.id'))
    .addColumn('activity', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('activity_item')
    .on('activity')
    .columns(['project_id', 'scope', 'item_id', 'id'])
    .execute()
  await schema.createIndex('activity_project').on('activity').columns(['project_id', 'scope', 'id']).execute()
  await schema
    .createTable('insight_sharing')
    .addColumn('insight_id', 'integer', (c) => c.primaryKey().references('insight.id'))
    .addColumn('access_token', 'text', (c) => c.notNull().unique())
    .addColumn('enabled', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await addId(schema.createTable('client_timing'))
    .addColumn('project_id', 'integer', (c) => c.notNull().references('project.id'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('app_user.id'))
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('client_timing_list').on('client_timing').columns(['project_id', 'id']).execute()
  await schema
    .createTable('client_timing_count')
    .addColumn('project_id', 'integer', (c) => c.notNull().references('project.id'))
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('bucket', 'integer', (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addColumn('milliseconds', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('client_timing_count_key', ['project_id', 'type', 'status', 'bucket'])
    .execute()
}

async function answers({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('answer')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('project_id', 'integer', (c) => c.notNull().references('project.id'))
    .addColumn('freshness', 'text', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull())
    .addColumn('timezone', 'text', (c) => c.notNull())
    .addColumn('refreshed_at', 'text', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('used_at', 'text', (c) => c.notNull())
    .execute()
  // The index contains the sizes, so results are evicted without reading them.
  await schema.createIndex('answer_used').on('answer').columns(['used_at', 'key', 'bytes']).execute()
  // The stored results are dropped, because they lack the versions of their data.
  await schema.dropTable('insight_result').execute()
  await schema
    .createTable('data_version')
    .addColumn('project_id', 'integer', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('data_version_key', ['project_id', 'subject'])
    .execute()
}
