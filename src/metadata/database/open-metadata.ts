import { join } from 'node:path'
import {
  CompiledQuery,
  Kysely,
  type Migration,
  Migrator,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  sql,
} from 'kysely'
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
  return opened(folder, (metadata) => migrate(metadata, migrations))
}

/** The tables are not those that this version knows: another version has the folder. */
export class OtherVersionError extends Error {}

/**
 * The same beside the server that has the folder: SQLite lets both write in turns. Changes no table.
 * @throws OtherVersionError
 */
export async function openMetadataBeside(folder: string, migrations = MIGRATIONS): Promise<Metadata> {
  return opened(folder, (metadata) => requireMigrated(metadata, migrations))
}

async function opened(folder: string, prepare: (metadata: Metadata) => Promise<void>): Promise<Metadata> {
  const database = new Database(join(folder, 'metadata.db'))
  for (const pragma of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    'busy_timeout = 5000',
    // Deleted persons are overwritten, not only forgotten.
    'secure_delete = ON',
  ])
    database.pragma(pragma)
  try {
    await prepare(overOneConnection(database))
  } catch (error) {
    database.close()
    throw error
  }
  return overOneConnection(keepingStatements(database))
}

function overOneConnection(database: SqliteDatabase): Metadata {
  const dialect = new SqliteDialect({ database })
  dialect.createDriver = () => {
    const driver = new SqliteDriver({ database })
    // Kysely's own begins by reading. Where another process writes before it does, SQLite refuses its first write at
    // once, whatever the timeout.
    driver.beginTransaction = async (connection) => {
      await connection.executeQuery(CompiledQuery.raw('BEGIN IMMEDIATE'))
    }
    return driver
  }
  return new Kysely({ dialect })
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

async function requireMigrated(metadata: Metadata, migrations: Migrations): Promise<void> {
  const ran = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(metadata)
  const known = Object.keys(migrations).sort()
  if (ran.rows.map(({ name }) => name).join() !== known.join())
    throw new OtherVersionError('The tables of the data folder are those of another version of Throughline.')
}
