import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { isDiskFull } from '#metadata/database/disk-full.ts'
import { MIGRATIONS } from '#metadata/database/migrations.ts'
import { syncPath } from '#shared/sync-path.ts'
import { VERSION } from '#shared/version.ts'

/** Folder with the schema files of the event store. */
export const ENGINE_MIGRATIONS = fileURLToPath(new URL('../../migrations/clickhouse', import.meta.url))

/** Names of the migrations of both stores. */
export interface SchemaNames {
  readonly metadata: readonly string[]
  readonly events: readonly string[]
}

/** Returns the migrations that this program has. */
export const schemaOf = (): SchemaNames => ({
  metadata: Object.keys(MIGRATIONS).sort(),
  events: readdirSync(ENGINE_MIGRATIONS)
    .filter((file) => file.endsWith('.sql'))
    .sort(),
})

const FILE = 'version.json'
const Noted = z.object({
  version: z.string(),
  migrations: z.object({ metadata: z.array(z.string()), events: z.array(z.string()) }),
})
export type NotedVersion = z.infer<typeof Noted>

/** Returns the version that last opened both stores of a folder; null if no version has recorded it. */
export function readVersion(dataFolder: string): NotedVersion | null {
  const file = join(dataFolder, FILE)
  if (!existsSync(file)) return null
  try {
    return Noted.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // The file was cut off by a power cut, or has the form of a later version. It is treated like a missing
    // file.
    return null
  }
}

/**
 * Records that this version has opened both stores. Call it when both have the migrations of this program.
 */
export async function noteVersion(dataFolder: string): Promise<void> {
  try {
    await note(dataFolder)
  } catch (error) {
    // If the file is missing, the next start makes a snapshot that it would not need.
    if (!isDiskFull(error)) throw error
  }
}

async function note(dataFolder: string): Promise<void> {
  const noted = { version: VERSION, migrations: schemaOf() }
  if (JSON.stringify(readVersion(dataFolder)) === JSON.stringify(noted)) return
  const file = join(dataFolder, FILE)
  writeFileSync(`${file}.new`, `${JSON.stringify(noted)}\n`, { mode: 0o600 })
  await syncPath(`${file}.new`)
  renameSync(`${file}.new`, file)
  await syncPath(dataFolder)
}

/** Whether both stores of a folder have exactly the migrations of this program. */
export const isCurrent = (noted: NotedVersion | null): boolean =>
  JSON.stringify(noted?.migrations) === JSON.stringify(schemaOf())
