import { type Kysely, sql } from 'kysely'
import { dialectOf } from '#metadata/database/dialect.ts'
import type { MetadataSchema } from '#metadata/database/schema.ts'

/** Adds persons of several distinct ids, groups and definitions. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await distinctIds(database)
  await persons(database)
  await groups(database)
  await definitions(database)
}

// Gives every distinct id a number of its own: the number of the person that it had before. The column
// `person` is from now on the number of the root of its person.
async function distinctIds(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  await schema
    .alterTable('person_distinct_id')
    .addColumn('number', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema.alterTable('person_distinct_id').addColumn('profile_us', 'bigint').execute()
  await schema.alterTable('person_distinct_id').addColumn('registers', 'text').execute()
  await schema
    .alterTable('person_distinct_id')
    .addColumn('version', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`UPDATE person_distinct_id SET number = person`.execute(database)
  await schema
    .createIndex('person_distinct_id_number')
    .on('person_distinct_id')
    .columns(['project_id', 'number'])
    .unique()
    .execute()
  await schema
    .createIndex('person_distinct_id_person')
    .on('person_distinct_id')
    .columns(['project_id', 'person'])
    .execute()
  await takeOverCreation(database)
  await schema
    .createIndex('person_distinct_id_version')
    .on('person_distinct_id')
    .columns(['version', 'project_id', 'number'])
    .where('version' as never, '>', 0)
    .execute()
  await schema
    .createTable('identity_link')
    .addColumn('project_id', 'integer', (c) => c.notNull())
    .addColumn('target', 'bigint', (c) => c.notNull())
    .addColumn('other', 'bigint', (c) => c.notNull())
    .addColumn('is_forced', 'integer', (c) => c.notNull())
    .addColumn('at_us', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('identity_link_key', ['project_id', 'target', 'other', 'is_forced'])
    .execute()
  await schema
    .createIndex('identity_link_other')
    .on('identity_link')
    .columns(['project_id', 'other'])
    .execute()
}

/** Number of rows of three values in one statement. */
const PAGE = 5_000

// Before this migration every distinct id had its own person, created when its first event arrived. That
// time is copied here, and not in SQL, because instants are text, for which every database has different
// functions. So rows are read and written in pages.
async function takeOverCreation(database: Kysely<unknown>): Promise<void> {
  const old = database as Kysely<Pick<MetadataSchema, 'person'>>
  let last = { project_id: -1, number: -1 }
  for (;;) {
    const persons = await old
      .selectFrom('person')
      .select(['project_id', 'number', 'created_at'])
      .where(sql<boolean>`(project_id, number) > (${last.project_id}, ${last.number})`)
      .orderBy('project_id')
      .orderBy('number')
      .limit(PAGE)
      .execute()
    const [end] = persons.slice(-1)
    if (end === undefined) return
    const known = persons.map(
      (person) => sql`(${person.project_id}, ${person.number}, ${Date.parse(person.created_at) * 1000})`,
    )
    await sql`UPDATE person_distinct_id
SET profile_us = known.column3
FROM (VALUES ${sql.join(known)}) AS known
WHERE project_id = known.column1 AND number = known.column2`.execute(database)
    last = end
  }
}

async function persons(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  const addNumber = (name: string) =>
    schema
      .alterTable('person')
      .addColumn(name, 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
  await schema
    .alterTable('person')
    .addColumn('is_identified', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema.alterTable('person').addColumn('registers', 'text').execute()
  for (const name of ['merged_us', 'linked_us', 'said_us', 'version']) await addNumber(name)
  await sql`UPDATE person SET version = 1`.execute(database)
  await schema.createIndex('person_uuid').on('person').columns(['project_id', 'uuid']).execute()
  await schema
    .createIndex('person_newest')
    .on('person')
    .columns(['project_id', 'created_at desc', 'number desc'])
    .execute()
  await schema
    .createIndex('person_version')
    .on('person')
    .columns(['version', 'project_id', 'number'])
    .execute()
  await schema
    .createTable('mirror_version')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('value', 'bigint', (c) => c.notNull())
    .execute()
  await sql`INSERT INTO mirror_version (id, value) VALUES (1, 1)`.execute(database)
  await schema
    .createTable('person_deletion')
    .addColumn('project_id', 'integer', (c) => c.notNull())
    .addColumn('person', 'bigint', (c) => c.notNull())
    .addColumn('uuid', 'text', (c) => c.notNull())
    .addColumn('numbers', 'text', (c) => c.notNull())
    .addColumn('distinct_ids', 'text', (c) => c.notNull())
    .addColumn('with_events', 'integer', (c) => c.notNull())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('person_deletion_key', ['project_id', 'person'])
    .execute()
}

async function groups(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  const { addId } = dialectOf(database)
  await schema
    .createTable('group_type')
    .addColumn('project_id', 'integer', (c) => c.notNull())
    .addColumn('group_type', 'text', (c) => c.notNull())
    .addColumn('group_type_index', 'integer', (c) => c.notNull())
    .addColumn('name_singular', 'text')
    .addColumn('name_plural', 'text')
    .addPrimaryKeyConstraint('group_type_key', ['project_id', 'group_type'])
    .addUniqueConstraint('group_type_index_once', ['project_id', 'group_type_index'])
    .execute()
  await addId(schema.createTable('project_group'))
    .addColumn('project_id', 'integer', (c) => c.notNull())
    .addColumn('group_type_index', 'integer', (c) => c.notNull())
    .addColumn('group_key', 'text', (c) => c.notNull())
    .addColumn('listed_at', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('registers', 'text')
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('project_group_once', ['project_id', 'group_type_index', 'group_key'])
    .execute()
  await schema
    .createIndex('project_group_newest')
    .on('project_group')
    .columns(['project_id', 'group_type_index', 'listed_at desc', 'id desc'])
    .execute()
  await schema
    .createIndex('project_group_version')
    .on('project_group')
    .columns(['version', 'project_id', 'id'])
    .execute()
}

async function definitions(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  await schema
    .createTable('event_definition')
    .addColumn('project_id', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('uuid', 'text', (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('last_seen_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('event_definition_key', ['project_id', 'name'])
    .execute()
  await schema
    .createTable('property_definition')
    .addColumn('project_id', 'integer', (c) => c.notNull())
    // 'event', 'person' or 'group', as in requests.
    .addColumn('type', 'text', (c) => c.notNull())
    // -1 for events and persons, because a key column cannot be null.
    .addColumn('group_type_index', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('uuid', 'text', (c) => c.notNull())
    .addColumn('kind', 'text')
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('last_seen_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('property_definition_key', ['project_id', 'type', 'group_type_index', 'name'])
    .execute()
  await schema
    .createTable('event_property')
    .addColumn('project_id', 'integer', (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('property', 'text', (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('event_property_key', ['project_id', 'event', 'property'])
    .execute()
}
