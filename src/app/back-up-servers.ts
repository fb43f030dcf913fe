import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { Manifest } from '#backup/manifest.ts'
import type { Progress } from '#backup/write-archive.ts'
import { type Config, folderConfig } from './config.ts'
import { makeBackup } from './make-backup.ts'
import { copyToFolder, type MoveOptions, moveStores, requireOneFolder } from './move-stores.ts'
import { restoreBackup } from './restore-backup.ts'
import { noteVersion } from './schema-version.ts'
import { inFolder } from './with-metadata.ts'

/** Calls `use` with a new folder in `temp`, and deletes the folder afterwards. */
async function withTempFolder<T>(temp: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(temp, 'throughline-servers-'))
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Writes stores of which at least one is on a server to `output` as one compressed file, as they are at one
 * moment. The stores are first copied into a data folder in `temp`, so the file is that of a data folder.
 * @throws Error with a sentence
 */
export const backUpServers = (
  config: Config,
  output: Writable,
  options: MoveOptions,
  progress: Progress,
): Promise<Manifest> =>
  withTempFolder(options.temp, async (folder) => {
    const createdAtMs = options.clock()
    await copyToFolder(config, folder, options)
    await noteVersion(folder)
    return makeBackup(folder, options.temp, output, createdAtMs, stoppable(progress, options.signal))
  })

/**
 * Fills empty stores, of which at least one is on a server, from a backup. The backup is first restored
 * into a folder in `temp`.
 * @throws Error with a sentence
 */
export const restoreToServers = async (
  config: Config,
  input: Readable,
  options: MoveOptions,
  progress: Progress,
): Promise<Manifest> => {
  // Nothing is unpacked for stores into which it cannot be copied.
  requireOneFolder(folderConfig(options.temp), config)
  return withTempFolder(options.temp, async (folder) => {
    const manifest = await restoreBackup(folder, input, stoppable(progress, options.signal))
    // A backup of an earlier version is upgraded here.
    await inFolder(folder, async () => undefined)
    await moveStores(folderConfig(folder), config, { ...options, isComparingInsights: false })
    return manifest
  })
}

/** Returns a function that fails after the signal, and ends the work whose progress it is told. */
const stoppable =
  (progress: Progress, signal: AbortSignal): Progress =>
  (done, all) => {
    signal.throwIfAborted()
    progress(done, all)
  }
