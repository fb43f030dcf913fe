import type { Kysely } from 'kysely'
import { dialectOf } from '#metadata/database/dialect.ts'

/** Adds cohorts, and the persons that were added to static ones. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  const { addId } = dialectOf(database)
  await addId(schema.createTable('cohort'))
    .addColumn('project_id', 'integer', (c) => c.notNull().references('project.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('groups', 'text', (c) => c.notNull())
    .addColumn('filters', 'text')
    .addColumn('is_static', 'integer', (c) => c.notNull())
    .addColumn('deleted', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('created_by', 'integer', (c) => c.notNull().references('app_user.id'))
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('person_count', 'bigint')
    .addColumn('counted_at', 'text')
    .execute()
  await schema.createIndex('cohort_list').on('cohort').columns(['project_id', 'deleted', 'id']).execute()
  await addId(schema.createTable('cohort_person'))
    .addColumn('project_id', 'integer', (c) => c.notNull())
    .addColumn('cohort_id', 'integer', (c) => c.notNull().references('cohort.id'))
    .addColumn('number', 'bigint', (c) => c.notNull())
    .addColumn('is_member', 'integer', (c) => c.notNull())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('cohort_person_once', ['cohort_id', 'number'])
    .execute()
  await schema
    .createIndex('cohort_person_version')
    .on('cohort_person')
    .columns(['version', 'project_id', 'id'])
    .execute()
}
