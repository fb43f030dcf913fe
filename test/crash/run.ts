import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { bundleProgram } from '../fixtures/bundled-program.ts'
import { seededRandom } from '../fixtures/seeded-random.ts'
import { killServers } from '../fixtures/server-process.ts'
import { unmountAnyway, whyNoDisks } from './block-image.ts'
import { createSums } from './crash-sums.ts'
import { runFullDisks } from './full-disk-rounds.ts'
import { runKills } from './kill-rounds.ts'
import { runPowerCuts } from './power-cut-rounds.ts'

interface Options {
  readonly powerCuts: string
  readonly fullDisks: string
  readonly kills: string
  readonly seed: string
}

/**
 * Prints a JSON line for each power cut, each full disk, each kill and the end of each disk, then the sums.
 * Exits with 1 if anything was lost, stored twice, answered wrongly, or did not open.
 */
async function crash(options: Options): Promise<void> {
  const reason = whyNoDisks()
  if (reason !== null) {
    console.error(reason)
    process.exit(1)
  }
  const program = await bundleProgram()
  const folder = mkdtempSync(join(tmpdir(), 'throughline-crash-'))
  const mountPoint = join(folder, 'mounted')
  process.on('exit', () => {
    void killServers()
    unmountAnyway(mountPoint)
    rmSync(folder, { recursive: true, force: true })
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
  const sums = createSums()
  const place = { folder, program, mountPoint, random: seededRandom(Number(options.seed)), sums }
  await runPowerCuts(place, Number(options.powerCuts))
  await runFullDisks(place, Number(options.fullDisks))
  await runKills(place, Number(options.kills))
  console.log(JSON.stringify({ seed: Number(options.seed), ...sums.values() }))
  process.exit(sums.isFaultless() ? 0 : 1)
}

await new Command('crash')
  .description('Power cuts, full disks and kills while clients write. Linux, root.')
  .option('--power-cuts <count>', 'three of ten on a nearly full disk', '10')
  .option('--full-disks <count>', 'times that another program fills the disk', '12')
  .option('--kills <count>', 'SIGKILLs', '20')
  .option('--seed <number>', 'seed of all choices', '1')
  .action(crash)
  .parseAsync()
