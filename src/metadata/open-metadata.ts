import { join } from 'node:path'
import { Kysely, Migrator, SqliteDialect, sql } from 'kysely'
import Database from 'libsql'
import { up as foundation } from './migrations/0001-foundation.ts'
import { up as peopleAndGroups } from './migrations/0002-people-and-groups.ts'
import type { MetadataSchema } from './schema.ts'

export type Metadata = Kysely<MetadataSchema>

/**
 * The metadata store in `folder`, migrated. Every committed transaction is on disk before its promise resolves
 * (WAL with `synchronous = FULL`).
 */
export async function openMetadata(folder: string): Promise<Metadata> {
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
  const metadata: Metadata = new Kysely({ dialect: new SqliteDialect({ database: sqlite }) })
  await migrate(metadata)
  return metadata
}

/** Writes everything into the one file, so that a copy of it is whole, and closes. */
export async function closeMetadata(metadata: Metadata): Promise<void> {
  await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(metadata)
  await metadata.destroy()
}

async function migrate(metadata: Metadata): Promise<void> {
  const migrator = new Migrator({
    db: metadata,
    provider: {
      getMigrations: async () => ({
        '0001-foundation': { up: foundation },
        '0002-people-and-groups': { up: peopleAndGroups },
      }),
    },
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}
