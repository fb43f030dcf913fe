import { createReadStream, createWriteStream, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import type { Command } from 'commander'
import { type Config, parseConfig } from '#app/config.ts'
import { syncPath } from '#shared/sync-path.ts'
import { moveProgress, withMoveDeps } from './move-deps.ts'
import { printOrFail } from './print-or-fail.ts'
import { createProgress, megabytesOf, thousands } from './progress.ts'

/** Adds `throughline backup` and `throughline restore`. */
export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('write both stores, as of one moment, to a file; works while a server runs')
    .argument('<file>', 'the file to write, or - for standard output')
    .option(
      '--temp <folder>',
      'folder for a first copy of stores on servers, or of a data folder on a read-only disk',
      tmpdir(),
    )
    .action((file: string, { temp }: { temp: string }) => printOrFail(() => backup(file, temp)))
  program
    .command('restore')
    .description('fill an empty data folder, or empty servers, from a backup')
    .argument('<file>', 'the file to read, or - for standard input')
    .option('--temp <folder>', 'folder for a first copy if a store is on a server', tmpdir())
    .action((file: string, { temp }: { temp: string }) => printOrFail(() => restore(file, temp)))
}

// Progress goes to standard error, because standard output may be the backup itself.
const progress = () => createProgress(process.stderr, megabytesOf)

async function backup(file: string, temp: string): Promise<string | null> {
  const write = await backupOf(parseConfig(), temp)
  if (file === '-') {
    await write(process.stdout)
    return null
  }
  // The file gets its own name only when it is complete.
  const part = `${file}.part`
  try {
    const { files, bytes } = await write(createWriteStream(part, { mode: 0o600, flush: true }))
    renameSync(part, file)
    await syncPath(dirname(file))
    return `${file} has ${thousands(files)} files, ${megabytesOf(bytes, bytes)} before compression.`
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

interface Written {
  readonly files: number
  readonly bytes: number
}

/** Returns a function that writes a backup of the stores of the settings. */
async function backupOf(config: Config, temp: string): Promise<(output: Writable) => Promise<Written>> {
  if (isFolder(config)) {
    const { makeBackup } = await import('#app/make-backup.ts')
    return (output) => makeBackup(config.THROUGHLINE_DATA_DIR, temp, output, Date.now(), progress())
  }
  const { backUpServers } = await import('#app/back-up-servers.ts')
  return (output) =>
    withMoveDeps((deps) => backUpServers(config, output, { ...deps, ...serverOptions(temp) }, progress()))
}

async function restore(file: string, temp: string): Promise<string> {
  const config = parseConfig()
  const input = file === '-' ? process.stdin : createReadStream(file)
  if (isFolder(config)) {
    const folder = config.THROUGHLINE_DATA_DIR
    const { restoreBackup } = await import('#app/restore-backup.ts')
    const { created_at, version } = await restoreBackup(folder, input, progress())
    return `${folder} has the data of ${created_at}, from version ${version}. Start the server with this folder.`
  }
  const { restoreToServers } = await import('#app/back-up-servers.ts')
  const { created_at, version } = await withMoveDeps((deps) =>
    restoreToServers(config, input, { ...deps, ...serverOptions(temp) }, progress()),
  )
  return `The stores have the data of ${created_at}, from version ${version}. Start the server with these settings.`
}

const isFolder = ({ DATABASE_URL, CLICKHOUSE_URL }: Config) =>
  DATABASE_URL === undefined && CLICKHOUSE_URL === undefined

const serverOptions = (temp: string) => ({
  temp,
  progress: moveProgress(),
  isComparingInsights: false,
})
