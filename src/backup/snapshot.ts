import { copyFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ActivePart } from '#engine/embedded/disk/active-parts.ts'
import { isMadeFrom } from '#engine/embedded/disk/part-name.ts'
import { type StoredPartFolder, type StoreFiles, storeFiles } from '#engine/embedded/disk/store-files.ts'
import type { LocalEventStore } from '#engine/local-event-store.ts'
import type { HeldMetadata } from '#metadata/database/dialect.ts'
import { METADATA_FILE, METADATA_LOGS } from '#metadata/database/metadata-files.ts'
import { holdMetadata } from '#metadata/database/open-metadata.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { eventsFolder } from '#pairing/events-folder.ts'
import { groupBy } from '#shared/group-by.ts'
import { linkFolder } from './link-folder.ts'

/** The stores that a running server has open. */
export interface OpenStores {
  readonly engine: Pick<LocalEventStore, 'frozen'>
  readonly metadata: Metadata
  readonly dataFolder: string
}

/**
 * An empty file in the data folder. It says that the last process has closed the event store and that every
 * part is complete.
 */
export const CLOSED = 'events.closed'
/** The file that notes which version has opened the stores. */
const VERSION_FILE = 'version.json'
const OTHER_FILES = [VERSION_FILE, METADATA_FILE, ...METADATA_LOGS]

/**
 * Makes `target` a data folder with the stores of a running server as they are at one moment: what a power
 * cut at this moment would leave (docs/decisions/0029-backups.md). Writes wait for some milliseconds. After
 * a failure, the files that were made stay.
 */
export async function snapshotOpenStores(stores: OpenStores, target: string): Promise<void> {
  const moment = await stores.engine.frozen((parts) => lookAt(stores, parts))
  try {
    const engineFolder = eventsFolder(stores.dataFolder)
    mkdirSync(target, { recursive: true, mode: 0o700 })
    const active = activeFolders(moment.files, moment.active)
    const missing = linkParts(engineFolder, eventsFolder(target), active)
    // This should not happen: after the engine has merged a part into another one, it keeps the part for
    // minutes.
    if (missing.length > 0) throw new Error(`Parts of the event store disappeared: ${missing.join(', ')}.`)
    writeOtherFiles(moment.files, eventsFolder(target))
    await moment.metadata.copyTo(target)
    copyIfThere(stores.dataFolder, target, VERSION_FILE)
    writeFileSync(join(target, CLOSED), '')
  } finally {
    moment.metadata.release()
  }
}

interface HeldStores {
  readonly files: StoreFiles
  readonly active: readonly ActivePart[]
  readonly metadata: HeldMetadata
}

// The event store, with its marks of the metadata, is read first: the metadata must not be older than these
// marks.
async function lookAt(stores: OpenStores, active: readonly ActivePart[]): Promise<HeldStores> {
  const files = storeFiles(eventsFolder(stores.dataFolder))
  return { files, active, metadata: await holdMetadata(stores.metadata, stores.dataFolder) }
}

/**
 * Returns the folders of the active parts, and of the parts that the engine could not load. Parts of the
 * second kind are kept for the operator.
 */
function activeFolders({ parts, links }: StoreFiles, active: readonly ActivePart[]): StoredPartFolder[] {
  const folderOf = new Map(
    links.map(({ path, target }) => [path.replace('data/default/', ''), join(dirname(path), target)]),
  )
  const names = new Set(active.map(({ table, name }) => join(folderOf.get(table) ?? '', name)))
  const known = new Set(parts.map(({ path }) => path))
  const unknown = [...names].filter((path) => !known.has(path))
  if (unknown.length > 0) throw new Error(`Parts of the event store are missing: ${unknown.join(', ')}.`)
  return parts.filter(({ path, isAttached }) => !isAttached || names.has(path))
}

/**
 * Makes `target` a data folder with the stores of `dataFolder` as they are. No process may have these stores
 * open, and this process must have locked `dataFolder`.
 */
export function snapshotClosedStores(dataFolder: string, target: string): void {
  const engineFolder = eventsFolder(dataFolder)
  mkdirSync(target, { recursive: true, mode: 0o700 })
  const isClosed = existsSync(join(dataFolder, CLOSED))
  if (existsSync(engineFolder)) {
    const files = storeFiles(engineFolder)
    linkParts(engineFolder, eventsFolder(target), isClosed ? withoutReplaced(files.parts) : files.parts)
    writeOtherFiles(files, eventsFolder(target))
  }
  for (const name of isClosed ? [...OTHER_FILES, CLOSED] : OTHER_FILES) copyIfThere(dataFolder, target, name)
}

function copyIfThere(from: string, to: string, name: string): void {
  if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name))
}

// If every part is complete, the parts that a merge has replaced are not needed.
const withoutReplaced = (parts: readonly StoredPartFolder[]) => {
  const byTable = groupBy(
    parts,
    ({ table }) => table,
    (part) => part,
  )
  return parts.filter(
    (one) =>
      !one.isAttached ||
      !byTable.get(one.table)?.some((other) => other.isAttached && isMadeFrom(other.name, one.name)),
  )
}

/** Links the folders of the parts. Returns the parts that were deleted meanwhile. */
const linkParts = (from: string, to: string, parts: readonly StoredPartFolder[]): string[] =>
  parts.filter(({ path }) => !linkFolder(join(from, path), join(to, path))).map(({ path }) => path)

function writeOtherFiles({ folders, files, links }: StoreFiles, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const path of folders) mkdirSync(join(to, path), { recursive: true })
  for (const { path, content } of files) writeFileSync(join(to, path), content)
  for (const { path, target } of links) symlinkSync(target, join(to, path))
}
