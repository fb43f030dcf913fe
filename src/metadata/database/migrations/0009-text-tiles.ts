import { type Kysely, sql } from 'kysely'
import { dialectOf } from '#metadata/database/dialect.ts'
import type { Metadata, MetadataSchema } from '#metadata/database/schema.ts'

/** Adds tiles with a text instead of an insight, and display settings of tiles and dashboards. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  await schema
    .alterTable('dashboard')
    .addColumn('settings', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute()
  // SQLite cannot make a column nullable, so the table is created anew. Its rows keep their ids.
  await schema.alterTable('dashboard_tile').renameTo('old_dashboard_tile').execute()
  await schema.dropIndex('dashboard_tile_insight').execute()
  await dialectOf(database)
    .addId(schema.createTable('dashboard_tile'))
    .addColumn('dashboard_id', 'integer', (c) => c.notNull().references('dashboard.id'))
    .addColumn('insight_id', 'integer', (c) => c.references('insight.id'))
    .addColumn('text_body', 'text')
    .addColumn('text_created_by', 'integer', (c) => c.references('app_user.id'))
    .addColumn('text_modified_by', 'integer', (c) => c.references('app_user.id'))
    .addColumn('text_modified_at', 'text')
    .addColumn('layouts', 'text', (c) => c.notNull())
    .addColumn('color', 'text')
    .addColumn('settings', 'text', (c) => c.notNull().defaultTo('{}'))
    .addColumn('deleted', 'integer')
    .addColumn('is_removed_with_dashboard', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('answer_key', 'text')
    .addUniqueConstraint('dashboard_tile_insight_once', ['dashboard_id', 'insight_id'])
    .execute()
  await sql`INSERT INTO dashboard_tile
  (id, dashboard_id, insight_id, layouts, color, deleted, is_removed_with_dashboard, answer_key)
SELECT id, dashboard_id, insight_id, layouts, color, deleted, is_removed_with_dashboard, answer_key
FROM old_dashboard_tile`.execute(database)
  await skipTileIds(database as Kysely<MetadataSchema>)
  await schema.dropTable('old_dashboard_tile').execute()
  await schema.createIndex('dashboard_tile_insight').on('dashboard_tile').columns(['insight_id']).execute()
}

async function skipTileIds(metadata: Metadata): Promise<void> {
  const { last } = await metadata
    .selectFrom('dashboard_tile')
    .select((e) => e.fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow()
  if (last !== null) await dialectOf(metadata).skipIds(metadata, 'dashboard_tile', Number(last))
}
