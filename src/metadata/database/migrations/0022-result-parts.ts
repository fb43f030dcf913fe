import type { Kysely } from 'kysely'

/**
 * Long results are stored compressed and in parts, so that storing one holds the event loop for a part of
 * it only. The index has the sizes of a project's results, which are stored after the results themselves.
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
