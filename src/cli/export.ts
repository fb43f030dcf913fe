import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import { NOUNS } from '#exports/nouns.ts'
import { EXPORT_FORMATS } from '#exports/rows.ts'
import { rowNumber } from './argument-parsers.ts'
import type { ExportArguments, Exported } from './run-export.ts'

// The module is imported only when this command runs, so that other commands start sooner.
const run = async (what: Exported, given: ExportArguments) =>
  (await import('./run-export.ts')).runExport(what, given)

/** Adds `throughline export`, which writes all rows or definitions of a project, however many there are. */
export function addExportCommand(program: Command): void {
  program
    .command('export')
    .description('write events, persons or definitions of a project to files; works while a server runs')
    .addArgument(new Argument('<what>', 'what to export').choices([...NOUNS, 'all']))
    .requiredOption(
      '-o, --output <path>',
      'the file, the folder for "all", or - for standard output; a name that ends in .gz compresses',
    )
    .option('--project <id>', 'the project (default: the only one)', rowNumber)
    .addOption(
      new Option('--format <format>', 'the format of rows; definitions are always JSON lines')
        .choices([...EXPORT_FORMATS])
        .default('jsonl'),
    )
    .option('--from <instant>', 'events from this instant on (ISO 8601)', parseInstantOption)
    .option('--to <instant>', 'events before this instant', parseInstantOption)
    .option('--url <url>', 'address of a running server, instead of the data folder')
    .option('--key <key>', 'personal API key for that server')
    .action(run)
}

function parseInstantOption(text: string): number {
  const ms = Date.parse(text)
  if (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(ms)) return ms
  throw new InvalidArgumentError('Expected an instant such as 2026-11-20 or 2026-11-20T12:00:00Z.')
}
