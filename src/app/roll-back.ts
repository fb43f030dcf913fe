import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { damagedFileSentence } from '#metadata/database/damaged-file.ts'
import { lockFolder } from '#metadata/database/folder-lock.ts'
import { METADATA_FILES } from '#metadata/database/metadata-files.ts'
import { syncPath } from '#shared/sync-path.ts'
import { folderConfig } from './config.ts'
import { requireFolderNotMoved } from './require-no-move.ts'
import { type AboutUpgrade, BEFORE_UPGRADE, DATA, readAbout } from './upgrade-snapshot.ts'

/**
 * All files and folders that a rollback replaces. While the metadata is missing, no server starts on the
 * folder.
 */
const NAMES = ['events.closed', 'version.json', ...METADATA_FILES, 'events']
/** File that says how far a rollback has come. */
const STATE = 'rolling-back.json'
const State = z.object({ aside: z.string(), isPutting: z.boolean() })
type State = z.infer<typeof State>

export interface RolledBack {
  readonly about: AboutUpgrade
  /** The folder to which the stores of the newer version were moved. */
  readonly aside: string
}

/** Returns the upgrade that a rollback would undo; null if there is none. */
export const findRollback = (dataFolder: string): AboutUpgrade | null => readAbout(dataFolder)

/**
 * Moves the present stores into a folder next to them, and puts back the stores from before the last upgrade.
 * If this process crashes meanwhile, the next start refuses the folder, and the next call completes the
 * rollback.
 * @throws FolderInUseError
 * @throws Error with a sentence if there is nothing to roll back to, or if a store has moved to another place
 */
export async function rollBack(dataFolder: string, nowMs: number): Promise<RolledBack> {
  const lock = lockFolder(dataFolder)
  try {
    const begun = readState(dataFolder)
    if (begun === null) await requireNotMoved(dataFolder)
    const about = readAbout(dataFolder)
    if (about === null) throw new Error(`${dataFolder} has no stores from before an upgrade.`)
    const folder = join(dataFolder, BEFORE_UPGRADE)
    const aside = begun?.aside ?? `rolled-back-${new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
    if (begun === null) await writeState(folder, { aside, isPutting: false })
    if (begun?.isPutting !== true) {
      mkdirSync(join(dataFolder, aside), { recursive: true, mode: 0o700 })
      for (const name of NAMES) move(dataFolder, join(dataFolder, aside), name)
      await syncPath(join(dataFolder, aside))
      await syncPath(dataFolder)
      await writeState(folder, { aside, isPutting: true })
    }
    for (const name of readdirSync(join(folder, DATA))) move(join(folder, DATA), dataFolder, name)
    await syncPath(dataFolder)
    rmSync(folder, { recursive: true, force: true })
    return { about, aside: join(dataFolder, aside) }
  } finally {
    lock.release()
  }
}

/** @throws Error with a sentence, unless the metadata is damaged: a rollback replaces it. */
async function requireNotMoved(dataFolder: string): Promise<void> {
  try {
    await requireFolderNotMoved(folderConfig(dataFolder))
  } catch (error) {
    if (damagedFileSentence(error) === null) throw error
  }
}

function move(from: string, to: string, name: string): void {
  if (existsSync(join(from, name))) renameSync(join(from, name), join(to, name))
}

function readState(dataFolder: string): State | null {
  const file = join(dataFolder, BEFORE_UPGRADE, STATE)
  return existsSync(file) ? State.parse(JSON.parse(readFileSync(file, 'utf8'))) : null
}

async function writeState(folder: string, state: State): Promise<void> {
  const file = join(folder, STATE)
  writeFileSync(`${file}.new`, JSON.stringify(state))
  await syncPath(`${file}.new`)
  renameSync(`${file}.new`, file)
  await syncPath(folder)
}

/** @throws Error with a sentence if a rollback of the folder has begun and not ended. */
export function requireNoRollback(dataFolder: string): void {
  if (readState(dataFolder) !== null)
    throw new Error(
      `A rollback of ${dataFolder} was interrupted: run the command rollback --yes again, which completes it.`,
    )
}
