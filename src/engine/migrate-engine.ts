import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { sql } from '#fragments/fragment.ts'
import { NewerVersionError } from '#shared/newer-version-error.ts'
import type { Places } from './places.ts'
import { MIRRORS } from './project-tables.ts'
import { tabField } from './tab-separated.ts'
import type { StatementRunner } from './verbs.ts'

const Applied = z.object({ name: z.string() })

/** Remembers the schema files that have run. */
export interface MigrationRecord {
  /** Returns the names of the files that have run, in any order. */
  applied(): Promise<readonly string[]>
  /** Adds the name of a file that has run. Adding a name again is harmless. */
  add(file: string): Promise<void>
}

/** A record in a table of the event store itself. */
export const recordInStore = (runner: StatementRunner): MigrationRecord => ({
  async applied() {
    await runner.command(`CREATE TABLE IF NOT EXISTS schema_migrations (name String, applied_at DateTime('UTC') DEFAULT now())
ENGINE = MergeTree ORDER BY name
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`)
    const rows = await runner.rows(sql`SELECT name FROM schema_migrations`, {
      name: 'migrations.applied',
      projectId: null,
    })
    return rows.map((row) => Applied.parse(row).name)
  },
  add: (file) => runner.insert('schema_migrations', ['name'], [tabField(file)]),
})

const Existing = z.tuple([z.object({ count: z.coerce.number() })])

/**
 * Returns a record that is kept outside of the event store, such as in the metadata. The record is ignored
 * while the event store has no table of events, because then its tables were dropped or were never there.
 */
export const recordBeside = (runner: StatementRunner, record: MigrationRecord): MigrationRecord => ({
  async applied() {
    const query = sql`SELECT count() AS count
FROM system.tables
WHERE database = currentDatabase() AND name = 'events'`
    const options = { name: 'migrations.tables', projectId: null, isUpkeep: true }
    const [{ count }] = Existing.parse(await runner.rows(query, options))
    return count === 0 ? [] : record.applied()
  },
  add: record.add,
})

/** Runs the new schema files: {@link EventStore.migrate}. */
export async function migrateEngine(
  runner: Pick<StatementRunner, 'requireSpace'>,
  define: Places['define'],
  record: MigrationRecord,
  folder: string,
): Promise<string[]> {
  const applied = new Set(await record.applied())
  const known = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  const unknown = [...applied].filter((name) => !known.includes(name)).sort()
  if (unknown.length > 0) throw new NewerVersionError('event store', unknown)
  const pending = known.filter((file) => !applied.has(file)).sort()
  // A full disk can cut off the definition of a table that is being changed.
  if (pending.length > 0) runner.requireSpace()
  for (const file of pending) {
    for (const statement of statementsOf(readFileSync(join(folder, file), 'utf8'))) await define(statement)
    await record.add(file)
  }
  return pending
}

/**
 * Makes lost tables: {@link LocalEventStore.remakeTables}. Rows that were accepted are inserted before the
 * copies of the metadata are emptied. Otherwise the next start would find them there, and would copy only
 * rows that are newer than they are.
 */
export async function remakeTables(
  runner: StatementRunner,
  folder: string,
  insertAccepted: () => Promise<void>,
): Promise<void> {
  await runner.command('TRUNCATE TABLE schema_migrations')
  await migrateEngine(runner, runner.command, recordInStore(runner), folder)
  await insertAccepted()
  for (const table of MIRRORS) await runner.command(`TRUNCATE TABLE ${table}`)
}

/** Returns the statements of a schema file. */
export const statementsOf = (file: string) =>
  file
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replaceAll(/^--.*$/gm, '').trim() !== '')
