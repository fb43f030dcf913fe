import type { Kysely } from 'kysely'

/**
 * Stores long results compressed and in parts, so that storing a result blocks the event loop for one part
 * only. The new index has the sizes of a project's results. Without it, a result would have to be read
 * before its size, because a row has the size after the result itself.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('answer').addColumn('content', 'text').execute()
  await schema.alterTable('answer').addColumn('text_bytes', 'integer').execute()
  await schema
    .alterTable('answer')
    .addColumn('is_whole', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await schema.createIndex('answer_content').unique().on('answer').column('content').execute()
  await schema.createIndex('answer_project').on('answer').columns(['project_id', 'bytes']).execute()
  await schema
    .createTable('answer_part')
    .addColumn('content', 'text', (c) => c.notNull().references('answer.content').onDelete('cascade'))
    .addColumn('part', 'integer', (c) => c.notNull())
    .addColumn('bytes', 'blob', (c) => c.notNull())
    .addPrimaryKeyConstraint('answer_part_key', ['content', 'part'])
    .execute()
}
