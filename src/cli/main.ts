import { Command } from 'commander'
import type { DemoArguments } from './demo.ts'
import { addKeyCommands } from './keys.ts'
import { addUserCommands } from './users.ts'
import { wholeNumber } from './whole-number.ts'

// The server is loaded by the commands that need one, so that the others begin sooner.
const serve = async () => (await import('./serve.ts')).serve()
const demo = async (given: DemoArguments) => (await import('./demo.ts')).demo(given)

const program = new Command('throughline').description('Product analytics in one process.')
program.command('serve').description('open the stores and serve').action(serve)
program
  .command('demo')
  .description('fill a new project "Demo" with half a year of an invented company')
  .option('--url <url>', 'a running server to fill, instead of the data folder')
  .option('--key <key>', 'a personal key of that server')
  .option('--seed <number>', 'another seed tells another story', wholeNumber(0, 2 ** 32), 1)
  .option('--events <number>', 'about how many events', wholeNumber(10_000, 1_000_000), 120_000)
  .action(demo)
addKeyCommands(program)
addUserCommands(program)
await program.parseAsync()
