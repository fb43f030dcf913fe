import { createReadStream, createWriteStream, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import type { Command } from 'commander'
import { parseConfig } from '#app/config.ts'
import { folderOf } from '#app/folder-of.ts'
import { syncPath } from '#shared/sync-path.ts'
import { printOrFail } from './print-or-fail.ts'
import { createProgress, megabytesOf, thousands } from './progress.ts'

/** Adds `throughline backup` and `throughline restore`. */
export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('write both stores, as of one moment, to a file; works while a server runs')
    .argument('<file>', 'the file to write, or - for standard output')
    .option('--temp <folder>', 'folder for a first copy of a data folder on a read-only disk', tmpdir())
    .action((file: string, { temp }: { temp: string }) => printOrFail(() => backup(file, temp)))
  program
    .command('restore')
    .description('fill an empty data folder from a backup')
    .argument('<file>', 'the file to read, or - for standard input')
    .action((file: string) => printOrFail(() => restore(file)))
}

// Progress goes to standard error, because standard output may be the backup itself.
const progress = () => createProgress(process.stderr, megabytesOf)

async function backup(file: string, temp: string): Promise<string | null> {
  const folder = folderOf(parseConfig(), 'backup')
  const { makeBackup } = await import('#app/make-backup.ts')
  if (file === '-') {
    await makeBackup(folder, temp, process.stdout, Date.now(), progress())
    return null
  }
  // The file gets its own name only when it is complete.
  const part = `${file}.part`
  try {
    const output = createWriteStream(part, { mode: 0o600, flush: true })
    const { files, bytes } = await makeBackup(folder, temp, output, Date.now(), progress())
    renameSync(part, file)
    await syncPath(dirname(file))
    return `${file} has ${thousands(files)} files, ${megabytesOf(bytes, bytes)} before compression.`
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

async function restore(file: string): Promise<string> {
  const folder = folderOf(parseConfig(), 'restore')
  const { restoreBackup } = await import('#app/restore-backup.ts')
  const input = file === '-' ? process.stdin : createReadStream(file)
  const { created_at, version } = await restoreBackup(folder, input, progress())
  return `${folder} has the data of ${created_at}, from version ${version}. Start the server with this folder.`
}
