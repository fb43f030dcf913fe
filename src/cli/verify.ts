import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { type Config, parseConfig } from '#app/config.ts'
import type { Verified } from '#app/verify-stores.ts'
import { printOrFail } from './print-or-fail.ts'
import { createProgress, megabytesOf, thousands } from './progress.ts'
import { table } from './table.ts'

/**
 * Adds `throughline verify`, which checks that a backup or a data folder can be opened and read completely.
 */
export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description('open both stores of a backup or a data folder, read all of it, and count')
    .argument('<path>', 'a backup, or a data folder, even while a server uses it')
    .option(
      '--temp <folder>',
      'folder to unpack a backup, or to copy a data folder from a read-only disk; it needs space for all of it',
      tmpdir(),
    )
    .action((path: string, { temp }: { temp: string }) => printOrFail(() => verify(path, temp)))
}

async function verify(path: string, temp: string): Promise<string> {
  const config = parseConfig()
  if (!statSync(path).isDirectory()) return verifyFile(config, path, temp)
  const { withSnapshot } = await import('#app/make-backup.ts')
  return withSnapshot(path, temp, ({ folder }) => report(config, folder))
}

async function verifyFile(config: Config, file: string, temp: string): Promise<string> {
  const { restoreBackup } = await import('#app/restore-backup.ts')
  const folder = mkdtempSync(join(temp, 'throughline-verify-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    await restoreBackup(folder, createReadStream(file), createProgress(process.stderr, megabytesOf))
    return await report(config, folder)
  } finally {
    remove()
  }
}

const tablesOf = (done: number, all: number) => `${done} of ${all} tables`

async function report(config: Config, folder: string): Promise<string> {
  const { verifyStores } = await import('#app/verify-stores.ts')
  const verified = await verifyStores(config, folder, createProgress(process.stderr, tablesOf))
  if (verified.faults.length > 0) throw new Error(verified.faults.join('\n'))
  return `${projectsTable(verified)}\n${counts(verified)}`
}

function projectsTable({ projects, months }: Verified): string {
  const eventsOf = (id: number) =>
    months.reduce((sum, { projectId, events }) => sum + (projectId === id ? events : 0), 0)
  const rows = projects.map(({ id, name }) => [String(id), name, thousands(eventsOf(id))])
  return table([['PROJECT', 'NAME', 'EVENTS'], ...rows])
}

const counts = ({ persons, insights, months }: Verified): string =>
  `Everything can be read: ${thousands(months.reduce((sum, { events }) => sum + events, 0))} events, ${thousands(persons)} persons, ${thousands(insights)} insights.`
