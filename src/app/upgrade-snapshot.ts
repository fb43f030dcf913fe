import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { snapshotClosedStores } from '#backup/snapshot.ts'
import { syncTree } from '#backup/sync-tree.ts'
import { freeBytes } from '#engine/embedded/disk/free-space.ts'
import { hasMetadata, METADATA_FILE } from '#metadata/database/metadata-files.ts'
import { NewerVersionError } from '#shared/newer-version-error.ts'
import { syncPath } from '#shared/sync-path.ts'
import { isCurrent, readVersion, schemaOf } from './schema-version.ts'

/**
 * Name of the folder inside the data folder that has both stores as they were before the last upgrade. Its
 * files are hard links, so it takes space only for what has changed since then.
 */
export const BEFORE_UPGRADE = 'before-upgrade'
const ABOUT = 'about.json'
export const DATA = 'data'

const Names = z.object({ metadata: z.array(z.string()), events: z.array(z.string()) })
const About = z.object({
  created_at: z.iso.datetime(),
  /** The version before the upgrade; null if that version did not record itself. */
  from: z.string().nullable(),
  to: Names,
})
export type AboutUpgrade = z.infer<typeof About>

export function readAbout(dataFolder: string): AboutUpgrade | null {
  const file = join(dataFolder, BEFORE_UPGRADE, ABOUT)
  return existsSync(file) ? About.parse(JSON.parse(readFileSync(file, 'utf8'))) : null
}

/**
 * Makes a snapshot of both stores if this version is going to migrate them. Returns whether it did. The
 * folder must be locked, and nothing may have the stores open. After an interrupted upgrade, the snapshot
 * from before that upgrade stays.
 * @throws NewerVersionError
 * @throws Error with a sentence, if there is no space for a copy of the metadata
 */
export async function keepBeforeUpgrade(dataFolder: string, nowMs: number): Promise<boolean> {
  if (!hasMetadata(dataFolder)) return false
  const noted = readVersion(dataFolder)
  if (isCurrent(noted)) return false
  const to = schemaOf()
  const unknown = noted?.migrations.events.filter((name) => !to.events.includes(name)) ?? []
  if (unknown.length > 0) throw new NewerVersionError('event store', unknown)
  if (JSON.stringify(readAbout(dataFolder)?.to) === JSON.stringify(to)) return false
  const needed = statSync(join(dataFolder, METADATA_FILE)).size
  if (freeBytes(dataFolder) < 2 * needed)
    throw new Error(
      `An upgrade of ${dataFolder} needs ${Math.ceil((2 * needed) / 1024 ** 2)} MiB of free space, for a copy of the present metadata and for the changes. Nothing was changed.`,
    )
  const folder = join(dataFolder, BEFORE_UPGRADE)
  const making = `${folder}.making`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { mode: 0o700 })
  snapshotClosedStores(dataFolder, join(making, DATA))
  const about: AboutUpgrade = {
    created_at: new Date(nowMs).toISOString(),
    from: noted?.version ?? null,
    to: { metadata: [...to.metadata], events: [...to.events] },
  }
  writeFileSync(join(making, ABOUT), `${JSON.stringify(about)}\n`)
  await syncTree(making)
  rmSync(folder, { recursive: true, force: true })
  renameSync(making, folder)
  await syncPath(dataFolder)
  return true
}

const KEPT_DAYS = 7

/**
 * Deletes the stores from before an upgrade when they are a week old. With time they take as much space as
 * the present stores.
 */
export function dropOldSnapshot(dataFolder: string, nowMs: number): void {
  const about = readAbout(dataFolder)
  if (about === null || nowMs - Date.parse(about.created_at) < KEPT_DAYS * 86_400_000) return
  rmSync(join(dataFolder, BEFORE_UPGRADE), { recursive: true, force: true })
}
