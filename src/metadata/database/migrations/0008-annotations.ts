import type { Kysely } from 'kysely'
import { dialectOf } from '#metadata/database/dialect.ts'

/** Adds annotations: times that charts mark. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  const { addId } = dialectOf(database)
  await addId(schema.createTable('annotation'))
    .addColumn('project_id', 'integer', (c) => c.notNull().references('project.id'))
    .addColumn('content', 'text')
    .addColumn('date_marker', 'text')
    .addColumn('creation_type', 'text', (c) => c.notNull())
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('insight_id', 'integer', (c) => c.references('insight.id'))
    .addColumn('dashboard_id', 'integer', (c) => c.references('dashboard.id'))
    .addColumn('deleted', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('created_by', 'integer', (c) => c.notNull().references('app_user.id'))
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addColumn('search_text', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('annotation_list')
    .on('annotation')
    .columns(['project_id', 'deleted', 'date_marker', 'id'])
    .execute()
  await schema
    .createIndex('annotation_shared')
    .on('annotation')
    .columns(['scope', 'deleted', 'date_marker', 'id'])
    .execute()
}
