import type { Kysely } from 'kysely'
import { dialectOf } from '#metadata/database/dialect.ts'

/** Adds deletions of events and projects, and how long a project keeps its events. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  const { addId } = dialectOf(database)
  await addId(schema.createTable('event_deletion'))
    .addColumn('project_id', 'integer', (c) => c.notNull().references('project.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('event', 'text')
    .addColumn('from_ms', 'bigint')
    .addColumn('before_ms', 'bigint')
    .addColumn('cutoff_ms', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('deleted_events', 'bigint')
    .addColumn('finished_at', 'text')
    .execute()
  await schema.createIndex('event_deletion_list').on('event_deletion').columns(['project_id', 'id']).execute()
  await schema.alterTable('project').addColumn('retention_months', 'integer').execute()
  await schema.alterTable('project').addColumn('deleted_at', 'text').execute()
}
