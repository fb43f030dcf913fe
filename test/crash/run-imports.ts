import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { bundleProgram } from '../fixtures/bundled-program.ts'
import { seededRandom } from '../fixtures/seeded-random.ts'
import { killServers } from '../fixtures/server-process.ts'
import { createSums } from './crash-sums.ts'
import { writeJsonLines, writeParquet } from './import-files.ts'
import { interruptImport, measureImport } from './import-rounds.ts'

interface Options {
  readonly events: string
  readonly kills: string
  readonly seed: string
}

/** Prints a JSON line for each import, then the sums. Exits with 1 if an event is missing or stored twice. */
async function run(options: Options): Promise<void> {
  const program = await bundleProgram()
  const folder = mkdtempSync(join(tmpdir(), 'throughline-imports-'))
  process.on('exit', () => {
    void killServers()
    rmSync(folder, { recursive: true, force: true })
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
  const sums = createSums()
  const events = Number(options.events)
  const place = { folder, program, random: seededRandom(Number(options.seed)), sums, events }
  const files = [join(folder, 'events.jsonl'), join(folder, 'events.parquet')] as const
  const [jsonLines, parquet] = files
  await writeJsonLines(jsonLines, events)
  await writeParquet(parquet, jsonLines)
  for (const file of files) await measureImport(place, file)
  for (const file of files) await interruptImport(place, file, Number(options.kills))
  console.log(JSON.stringify({ seed: Number(options.seed), ...sums.values() }))
  process.exit(sums.isFaultless() ? 0 : 1)
}

await new Command('imports')
  .description(
    'Imports of JSON lines and Parquet: their speed, and with kills of the importer and the server.',
  )
  .option('--events <count>', 'events of each file', '1000000')
  .option('--kills <count>', 'kills of the importer, and as many of the server', '3')
  .option('--seed <number>', 'seed of all choices', '1')
  .action(run)
  .parseAsync()
