import { Command } from 'commander'
import { addAcceptLossCommand } from './accept-loss.ts'
import type { DemoArguments } from './demo.ts'
import { addKeyCommands } from './keys.ts'
import { addUserCommands } from './users.ts'
import { wholeNumberParser } from './whole-number.ts'

// Loaded by the commands that need the server only, so that the others start sooner.
const serve = async () => (await import('./serve.ts')).serve()
const demo = async (given: DemoArguments) => (await import('./demo.ts')).demo(given)

const program = new Command('throughline').description('Product analytics in one process.')
program.command('serve').description('start the server').action(serve)
program
  .command('demo')
  .description('create a project "Demo" with half a year of events of an invented company')
  .option('--url <url>', 'address of a running server that gets the events, instead of the data folder')
  .option('--key <key>', 'personal API key for that server')
  .option('--seed <number>', 'seed of the generated data', wholeNumberParser(0, 2 ** 32), 1)
  .option('--events <number>', 'approximate number of events', wholeNumberParser(10_000, 1_000_000), 120_000)
  .action(demo)
addAcceptLossCommand(program)
addKeyCommands(program)
addUserCommands(program)
await program.parseAsync()
