import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { bundleProgram } from '../fixtures/bundled-program.ts'
import { seededRandom } from '../fixtures/seeded-random.ts'
import { killServers } from '../fixtures/server-process.ts'
import { runBackups } from './backup-rounds.ts'
import { createSums } from './crash-sums.ts'
import { runDeletions } from './deletion-rounds.ts'
import { runUpgrades } from './upgrade-rounds.ts'

interface Options {
  readonly backups: string
  readonly upgrades: string
  readonly deletions: string
  readonly seed: string
}

/**
 * Prints a JSON line for each round, then the sums. Exits with 1 if anything was lost or only half there, or
 * did not open.
 */
async function run(options: Options): Promise<void> {
  const program = await bundleProgram()
  const folder = mkdtempSync(join(tmpdir(), 'throughline-backups-'))
  process.on('exit', () => {
    void killServers()
    rmSync(folder, { recursive: true, force: true })
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
  const sums = createSums()
  const place = { folder, program, random: seededRandom(Number(options.seed)), sums }
  await runUpgrades(place, Number(options.upgrades))
  await runDeletions(place, Number(options.deletions))
  await runBackups(place, Number(options.backups))
  console.log(JSON.stringify({ seed: Number(options.seed), ...sums.values() }))
  process.exit(sums.isFaultless() ? 0 : 1)
}

await new Command('backups')
  .description('Backups under load, upgrades and deletions, with kills.')
  .option('--backups <count>', 'backups; every second one while the server is killed', '20')
  .option('--upgrades <count>', 'upgrades that are killed', '20')
  .option('--deletions <count>', 'deletions that are killed', '20')
  .option('--seed <number>', 'seed of all choices', '1')
  .action(run)
  .parseAsync()
