import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { sql } from '#fragments/fragment.ts'
import { NewerVersionError } from '#shared/newer-version-error.ts'
import type { Engine } from './engine.ts'
import { tabField } from './tab-separated.ts'

const Applied = z.object({ name: z.string() })

/**
 * Runs the schema files of `folder` that have not run yet, in order of their names, and returns these
 * names. Every statement must be harmless to repeat, because a crash can happen between a statement and its
 * record.
 * @throws NewerVersionError if a file has run that is not in `folder`.
 */
export async function migrateEngine(engine: Engine, folder: string): Promise<string[]> {
  await engine.command(`CREATE TABLE IF NOT EXISTS schema_migrations (name String, applied_at DateTime('UTC') DEFAULT now())
ENGINE = MergeTree ORDER BY name
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`)
  const rows = await engine.rows(sql`SELECT name FROM schema_migrations`, {
    name: 'migrations.applied',
    projectId: null,
  })
  const applied = new Set(rows.map((row) => Applied.parse(row).name))
  const known = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  const unknown = [...applied].filter((name) => !known.includes(name)).sort()
  if (unknown.length > 0) throw new NewerVersionError('event store', unknown)
  const pending = known.filter((file) => !applied.has(file)).sort()
  // A full disk can cut off the definition of a table that is being changed.
  if (pending.length > 0) engine.requireSpace()
  for (const file of pending) {
    for (const statement of statementsOf(readFileSync(join(folder, file), 'utf8')))
      await engine.command(statement)
    await engine.insert('schema_migrations', ['name'], [tabField(file)])
  }
  return pending
}

const statementsOf = (file: string) =>
  file
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replaceAll(/^--.*$/gm, '').trim() !== '')
