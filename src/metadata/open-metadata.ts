import { join } from 'node:path'
import { Kysely, type Migration, Migrator, SqliteDialect, sql } from 'kysely'
import Database from 'libsql'
import { keepingStatements } from './kept-statements.ts'
import { up as foundation } from './migrations/0001-foundation.ts'
import { up as peopleAndGroups } from './migrations/0002-people-and-groups.ts'
import { up as insightResource } from './migrations/0003-insight-resource.ts'
import type { MetadataSchema } from './schema.ts'

export type Metadata = Kysely<MetadataSchema>

/** By name, in the order of their names. */
export type Migrations = Readonly<Record<string, Migration>>
export const MIGRATIONS: Migrations = {
  '0001-foundation': { up: foundation },
  '0002-people-and-groups': { up: peopleAndGroups },
  '0003-insight-resource': { up: insightResource },
}

/**
 * The metadata store in `folder`, migrated. Every committed transaction is on disk before its promise resolves
 * (WAL with `synchronous = FULL`).
 */
export async function openMetadata(folder: string, migrations = MIGRATIONS): Promise<Metadata> {
  const sqlite = new Database(join(folder, 'metadata.db'))
  for (const pragma of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    'busy_timeout = 5000',
    // Deleted persons are overwritten, not only forgotten.
    'secure_delete = ON',
  ])
    sqlite.pragma(pragma)
  try {
    await migrate(new Kysely({ dialect: new SqliteDialect({ database: sqlite }) }), migrations)
  } catch (error) {
    sqlite.close()
    throw error
  }
  return new Kysely({ dialect: new SqliteDialect({ database: keepingStatements(sqlite) }) })
}

/** Writes everything into the one file, so that a copy of it is whole, and closes. */
export async function closeMetadata(metadata: Metadata): Promise<void> {
  await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(metadata)
  await metadata.destroy()
}

// All that are new in one transaction, with the records that they ran: whatever interrupts them leaves the schema as it
// was. Kysely itself runs them without one on SQLite.
async function migrate(metadata: Metadata, migrations: Migrations): Promise<void> {
  await metadata.connection().execute(async (connection) => {
    const migrator = new Migrator({ db: connection, provider: { getMigrations: async () => migrations } })
    await sql`BEGIN IMMEDIATE`.execute(connection)
    const { error } = await migrator.migrateToLatest()
    await sql.raw(error === undefined ? 'COMMIT' : 'ROLLBACK').execute(connection)
    if (error !== undefined) throw error
  })
}
