import { Command } from 'commander'
import { VERSION } from '#shared/version.ts'
import { addAcceptLossCommand } from './accept-loss.ts'
import { parsePastInstant, wholeNumberParser } from './argument-parsers.ts'
import { addBackupCommands } from './backup.ts'
import { addDeleteCommand } from './delete.ts'
import type { DemoArguments } from './demo.ts'
import { addExportCommand } from './export.ts'
import { addImportCommand } from './import.ts'
import { addKeyCommands } from './keys.ts'
import { addMigrateCommand } from './migrate.ts'
import { addRollbackCommand } from './rollback.ts'
import { addStorageCommand } from './storage.ts'
import { addUserCommands } from './users.ts'
import { addVerifyCommand } from './verify.ts'

// The module is imported only by the commands that need the server, so that other commands start sooner.
const serve = async () => (await import('./serve.ts')).serve()
const demo = async (given: DemoArguments) => (await import('./demo.ts')).demo(given)

// Only this user may access the files of the data folder, even if another program made the folder.
process.umask(0o077)
const program = new Command('throughline').description('Product analytics in one process.').version(VERSION)
program.command('serve').description('start the server').action(serve)
program
  .command('demo')
  .description('create a project "Demo" with half a year of events of an invented company')
  .option('--url <url>', 'address of a running server that receives the events, instead of the data folder')
  .option('--key <key>', 'personal API key for that server')
  .option('--seed <number>', 'seed of the generated data', wholeNumberParser(0, 2 ** 32), 1)
  .option(
    '--until <instant>',
    'end of the events, such as 2026-11-20T12:00:00Z; now by default',
    parsePastInstant,
  )
  .option('--events <number>', 'approximate number of events', wholeNumberParser(10_000, 1_000_000), 120_000)
  .action(demo)
addBackupCommands(program)
addVerifyCommand(program)
addMigrateCommand(program)
addRollbackCommand(program)
addStorageCommand(program)
addAcceptLossCommand(program)
addDeleteCommand(program)
addImportCommand(program)
addExportCommand(program)
addKeyCommands(program)
addUserCommands(program)
await program.parseAsync()
