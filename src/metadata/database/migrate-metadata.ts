import { Migrator, sql } from 'kysely'
import { NewerVersionError } from '#shared/newer-version-error.ts'
import { dialectOf } from './dialect.ts'
import { MIGRATIONS, type Migrations } from './migrations.ts'
import { ownTables } from './own-tables.ts'
import type { Metadata } from './schema.ts'

/**
 * Thrown if the tables are not the tables of this version, because another version has migrated the folder.
 */
export class OtherVersionError extends Error {}

/** Runs all new migrations in one transaction, together with the record that they ran. */
export async function migrate(metadata: Metadata, migrations: Migrations): Promise<void> {
  await requireKnownMigrations(metadata, migrations)
  const schema = await dialectOf(metadata).schemaOf(metadata)
  const migrator = new Migrator({
    db: metadata,
    provider: { getMigrations: async () => migrations },
    ...(schema !== undefined && { migrationTableSchema: schema }),
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}

/**
 * Requires that exactly the migrations of this version have run.
 * @throws OtherVersionError if other ones have run.
 */
export async function requireMigrated(metadata: Metadata, migrations: Migrations): Promise<void> {
  const known = Object.keys(migrations).sort()
  if ((await ranMigrations(metadata)).join() !== known.join())
    throw new OtherVersionError('The tables of the metadata belong to another version of Throughline.')
}

/**
 * Requires that this version knows all migrations that have run.
 * @throws NewerVersionError if a newer version has migrated the metadata. Kysely itself would call the
 * migrations corrupted.
 */
export async function requireKnownMigrations(metadata: Metadata, migrations = MIGRATIONS): Promise<void> {
  const unknown = (await ranMigrations(metadata)).filter((name) => !Object.hasOwn(migrations, name))
  if (unknown.length > 0) throw new NewerVersionError('metadata', unknown)
}

async function ranMigrations(metadata: Metadata): Promise<string[]> {
  if (!(await ownTables(metadata)).has('kysely_migration')) return []
  const ran = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(metadata)
  return ran.rows.map(({ name }) => name).sort()
}
