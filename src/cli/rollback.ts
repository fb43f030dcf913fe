import type { Command } from 'commander'
import { parseConfig } from '#app/config.ts'
import { folderOf } from '#app/folder-of.ts'
import { printOrFail } from './print-or-fail.ts'

/** Adds `throughline rollback`, which puts back the stores from before the last upgrade. */
export function addRollbackCommand(program: Command): void {
  program
    .command('rollback')
    .description('say what an upgrade can be rolled back to; with --yes, roll it back')
    .option('--yes', 'roll back, and put aside everything that was stored since', false)
    .action(({ yes }: { yes: boolean }) => printOrFail(() => rollback(yes)))
}

async function rollback(isAccepted: boolean): Promise<string> {
  const folder = folderOf(parseConfig(), 'rollback')
  const { findRollback, rollBack } = await import('#app/roll-back.ts')
  if (isAccepted) {
    const { about, aside } = await rollBack(folder, Date.now())
    return `${folder} has the data of ${about.created_at} again. Start it with ${nameOf(about.from)}: a newer version upgrades it again. What was stored since is in ${aside}; delete that folder when you do not need it.`
  }
  const about = findRollback(folder)
  if (about === null) throw new Error(`${folder} has no stores from before an upgrade.`)
  return `${folder} was upgraded from ${nameOf(about.from)} at ${about.created_at}. rollback --yes goes back to that moment: events, persons and changes since then are put aside. Stop the server first.`
}

const nameOf = (version: string | null) => (version === null ? 'an earlier version' : `version ${version}`)
