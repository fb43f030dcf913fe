import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { dropLostTables } from '#engine/embedded/disk/drop-lost-tables.ts'
import { lockFolder } from '#metadata/database/folder-lock.ts'
import { replaceMetadata } from '#metadata/database/metadata-files.ts'
import { closeMetadata, openMetadata } from '#metadata/database/open-metadata.ts'
import { acceptLoss, type GivenNumbers } from '#metadata/installation/accept-loss.ts'
import { type HandedOut, readMetadataState } from '#metadata/installation/metadata-state.ts'
import type { Mismatch } from '#pairing/compare-stores.ts'
import { eventsFolder } from '#pairing/events-folder.ts'
import { type Inspection, inspectStores } from '#pairing/inspect-stores.ts'
import { writeMarks } from '#pairing/marks-file.ts'
import { lineOf, type MetadataMarks, marksOf, raise } from '#pairing/metadata-marks.ts'
import { StoreMismatchError } from '#pairing/store-mismatch.ts'
import { type Closer, closeInReverse } from './closers.ts'
import type { Config } from './config.ts'
import { createLog } from './log.ts'
import { openEngine } from './open-engine.ts'
import { requireFolderNotMoved } from './require-no-move.ts'
import { requireNoRestore } from './restore-backup.ts'
import { requireNoRollback } from './roll-back.ts'
import { ENGINE_MIGRATIONS } from './schema-version.ts'

/**
 * Inspects both stores of a data folder that no server uses. Returns the losses; an empty list if the stores
 * belong together. With `isAccepted` it makes the stores one pair again, without the lost data. If this
 * process crashes meanwhile, the next start refuses the folder, and the next call completes the work.
 * @throws StoreMismatchError for stores of two installations, which cannot become a pair.
 * @throws Error with a sentence if a store has moved to another place, which may still use the other one
 * @throws FolderInUseError
 */
export async function acceptLossOf(config: Config, isAccepted: boolean): Promise<readonly Mismatch[]> {
  const folder = config.THROUGHLINE_DATA_DIR
  const lock = lockFolder(folder)
  try {
    requireNoRestore(folder)
    requireNoRollback(folder)
    await requireFolderNotMoved(config)
    const inspection = await inspectStores(folder)
    const { mismatches } = inspection
    if (mismatches.some(({ kind }) => kind === 'foreign')) throw new StoreMismatchError(folder, mismatches)
    if (isAccepted && mismatches.length > 0) await makePair(config, inspection)
    return mismatches
  } finally {
    lock.release()
  }
}

// The event store is remade first, and its marks are written last. Until the marks are written, the stores do
// not match, so that a start refuses the folder.
async function makePair(config: Config, { metadata, events }: Inspection): Promise<void> {
  const folder = config.THROUGHLINE_DATA_DIR
  const used = await remakeEventStore(config)
  const { installation, ...given } = lineOf(raise(events.marks ?? NO_MARKS, { projects: used }))
  if (metadata === null) await makeMetadata(folder, given, installation || null)
  else await changeMetadata(folder, given, null)
  const made = await readMetadataState(folder)
  if (made?.installation == null) throw new Error(`The metadata of ${folder} could not be created.`)
  await writeMarks(eventsFolder(folder), marksOf(made.installation, made))
  const { mismatches } = await inspectStores(folder)
  if (mismatches.length > 0) throw new StoreMismatchError(folder, mismatches)
}

const NO_MARKS: MetadataMarks = { installation: '', epoch: 0, mirrorVersion: 0, projects: new Map() }

/**
 * Makes the tables that are missing and empties the copies of the metadata, which the next start fills.
 * Returns the numbers that stored events use.
 */
async function remakeEventStore(config: Config): Promise<HandedOut[]> {
  const closers: Closer[] = []
  try {
    dropLostTables(eventsFolder(config.THROUGHLINE_DATA_DIR))
    const engine = await openEngine(config, createLog(config, process.stderr), closers)
    await engine.remakeTables(ENGINE_MIGRATIONS)
    return await engine.usedNumbers()
  } finally {
    await closeInReverse(closers)
  }
}

async function changeMetadata(
  folder: string,
  given: GivenNumbers,
  installation: string | null,
): Promise<void> {
  const metadata = await openMetadata(folder)
  try {
    await acceptLoss(metadata, given, installation)
  } finally {
    await closeMetadata(metadata)
  }
}

/**
 * Makes new metadata in a separate folder and moves it into place when it is complete. A start must never
 * find metadata that does not know which numbers were given out.
 */
async function makeMetadata(folder: string, given: GivenNumbers, installation: string | null): Promise<void> {
  const aside = join(folder, 'accept-loss')
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(aside, { mode: 0o700 })
  await changeMetadata(aside, given, installation)
  await replaceMetadata(aside, folder)
  rmSync(aside, { recursive: true, force: true })
}
