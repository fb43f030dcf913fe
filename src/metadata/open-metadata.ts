import { join } from 'node:path'
import { Kysely, Migrator, SqliteDialect } from 'kysely'
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
  ])
    sqlite.pragma(pragma)
  const metadata: Metadata = new Kysely({ dialect: new SqliteDialect({ database: sqlite }) })
  await migrate(metadata)
  return metadata
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
