import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { BUNDLE_VARIABLES } from '../fixtures/bundled-program.ts'
import { EARLIER, unpackEarlierFolder } from '../fixtures/earlier-folder.ts'
import { EARLIER_NUMBERS, numbersOf } from '../fixtures/earlier-numbers.ts'
import { killStartWhen, runCommand, startServer } from '../fixtures/server-process.ts'
import type { BackupPlace } from './backup-rounds.ts'

/** The first file that an upgrade writes, and the name of the folder that it becomes. */
const BEGUN = ['before-upgrade.making', 'before-upgrade']
const DONE = 'version.json'

/**
 * Sends SIGKILL at a random moment of an upgrade. Every second folder then goes back to the old version, if
 * the upgrade came far enough to keep the old version, and from there to the new version again. The other
 * folders go on to the new version.
 */
export async function runUpgrades(place: BackupPlace, rounds: number): Promise<void> {
  let longestMs = 0
  for (let round = 1; round <= rounds; round++) {
    const dataFolder = mkdtempSync(join(place.folder, 'upgrade-'))
    unpackEarlierFolder(dataFolder)
    // The first upgrade is killed when it is done, to learn how long an upgrade takes.
    const killedMs = round === 1 ? Number.POSITIVE_INFINITY : place.random.between(0, longestMs)
    const tookMs = await killUpgrade(place, dataFolder, killedMs)
    longestMs ||= tookMs
    const isDone = existsSync(join(dataFolder, DONE))
    const kept = existsSync(join(dataFolder, 'before-upgrade'))
    const fault = await openAgain(place, dataFolder, round % 2 === 0 && kept)
    const failed = fault === null ? 0 : 1
    place.sums.add({
      upgrades: 1,
      killedOnTheWay: isDone ? 0 : 1,
      rolledBack: round % 2 === 0 && kept ? 1 : 0,
      failed,
    })
    console.log(JSON.stringify({ upgrade: round, tookMs, isDone, kept, failed, ...(fault && { fault }) }))
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

/** Returns the time from the beginning of the upgrade to the kill, in ms. */
async function killUpgrade({ program }: BackupPlace, dataFolder: string, killedMs: number): Promise<number> {
  let begunMs: number | null = null
  const exists = (name: string) => existsSync(join(dataFolder, name))
  const isTime = () => {
    if (begunMs === null && BEGUN.some(exists)) begunMs = performance.now()
    return begunMs !== null && (performance.now() - begunMs >= killedMs || exists(DONE))
  }
  await killStartWhen(dataFolder, isTime, { variables: BUNDLE_VARIABLES, program })
  return Math.round(performance.now() - (begunMs ?? 0))
}

/** Returns what is wrong with the folder after the kill, or null. */
async function openAgain(
  { program }: BackupPlace,
  dataFolder: string,
  isBack: boolean,
): Promise<string | null> {
  if (isBack) {
    const launched = { variables: BUNDLE_VARIABLES, program }
    const { code, stderr } = await runCommand(dataFolder, ['rollback', '--yes'], launched)
    if (code !== 0) return stderr
    if (lastMigration(dataFolder) !== EARLIER.metadata) return 'The metadata is not that of before.'
  }
  const server = await startServer(dataFolder, BUNDLE_VARIABLES, program)
  const numbers = JSON.stringify(await numbersOf(server))
  server.kill('SIGTERM')
  await server.exited
  return numbers === JSON.stringify(EARLIER_NUMBERS) ? null : numbers
}

function lastMigration(dataFolder: string): string {
  const metadata = new Database(join(dataFolder, 'metadata.db'))
  const { name } = metadata.prepare('SELECT max(name) AS name FROM kysely_migration').get() as {
    name: string
  }
  metadata.close()
  return name
}
