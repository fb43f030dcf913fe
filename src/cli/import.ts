import { type Command, InvalidArgumentError, Option } from 'commander'
import { FORMATS } from '#imports/find-format.ts'
import { MAPPED_FIELDS } from '#imports/row-event.ts'
import { DATE_ORDERS, TIME_UNITS } from '#ingest/wire/time-form.ts'
import { rowNumber, wholeNumberParser } from './argument-parsers.ts'
import type { ImportArguments } from './run-import.ts'

// The module is imported only when this command runs, so that other commands start sooner.
const run = async (paths: readonly string[], given: ImportArguments) =>
  (await import('./run-import.ts')).runImport(paths, given)

/** Adds `throughline import`, which sends the events of files to capture. */
export function addImportCommand(program: Command): void {
  program
    .command('import')
    .description('import events from files, folders or - for standard input; works while a server runs')
    .argument('<files...>', 'JSON lines, CSV, Parquet, access logs; gzip or zstd')
    .option('--project <id>', 'the project (default: the only one)', rowNumber)
    .addOption(
      new Option('--format <format>', 'the format, if the file name does not show it').choices([...FORMATS]),
    )
    .option(
      '--column <field=name>',
      `the column for a field: ${MAPPED_FIELDS.join(', ')} (repeatable)`,
      parseColumn,
    )
    .option('--site <origin>', 'origin of the pages of an access log, such as https://example.com', parseSite)
    .option('--salt <text>', 'secret text for the ids of visitors in an access log')
    .option('--keep-address', 'keep addresses of an access log as $ip', false)
    .addOption(
      new Option(
        '--time-unit <unit>',
        'the unit of times that are numbers, however many digits they have',
      ).choices([...TIME_UNITS]),
    )
    .addOption(
      new Option(
        '--date-order <order>',
        'the order of day, month and year in dates such as 03/04/2026; without it they are set aside',
      ).choices([...DATE_ORDERS]),
    )
    .option('--check', 'read everything and print what would be imported; sends nothing', false)
    .option('--restart', 'start over, even if an interrupted import could be resumed', false)
    .option(
      '--journal <file>',
      'file for the state of the import until it ends (default: next to the first file)',
    )
    .option('--set-aside <file>', 'file for rows that cannot be imported (default: next to the first file)')
    .option(
      '--wait <seconds>',
      'how long to wait for a server that accepts no events',
      wholeNumberParser(0, 86_400),
      300,
    )
    .option('--url <url>', 'address of a running server, instead of the data folder')
    .option('--key <key>', 'personal API key for that server')
    .action(run)
}

function parseColumn(text: string, before: ImportArguments['column'] = {}) {
  const [, field, name] = /^([a-z_]+)=(.+)$/.exec(text) ?? []
  const known = MAPPED_FIELDS.find((one) => one === field)
  if (known === undefined || name === undefined)
    throw new InvalidArgumentError(
      `Expected one of ${MAPPED_FIELDS.join(', ')}, then = and the name of a column.`,
    )
  return { ...before, [known]: name }
}

function parseSite(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('Expected an origin such as https://example.com.')
  return url.origin
}
