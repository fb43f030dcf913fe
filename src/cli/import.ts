import { hash } from 'node:crypto'
import { createReadStream, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { findFiles } from '#imports/find-files.ts'
import { FORMATS, type Format } from '#imports/find-format.ts'
import { importFiles } from '#imports/import-files.ts'
import { openJournal } from '#imports/journal.ts'
import { openRows, type ReadOptions, STDIN } from '#imports/open-rows.ts'
import { MAPPED_FIELDS, type MappedField } from '#imports/row-event.ts'
import { createSendEvents } from '#imports/send-events.ts'
import { openSetAside } from '#imports/set-aside.ts'
import { type AnyServer, projectOf, withServer } from './any-server.ts'
import { checkReport } from './check-report.ts'
import { errorSentence } from './error-sentence.ts'
import { createProgress, thousands } from './progress.ts'
import { rowNumber, wholeNumberParser } from './whole-number.ts'

interface ImportArguments {
  readonly project?: number
  readonly format?: Format
  readonly column?: Readonly<Partial<Record<MappedField, string>>>
  readonly site?: string
  readonly salt?: string
  readonly keepAddress: boolean
  readonly check: boolean
  readonly restart: boolean
  readonly journal?: string
  readonly setAside?: string
  readonly wait: number
  readonly url?: string
  readonly key?: string
}

const SET_ASIDE_EXIT_CODE = 2

/** `throughline import`: events of files, through capture. */
export function addImportCommand(program: Command): void {
  program
    .command('import')
    .description('import events from files, folders or - for standard input; a server may run')
    .argument('<files...>', 'JSON lines, CSV, Parquet, access logs; gzip or zstd')
    .option('--project <id>', 'the project (default: the only one)', rowNumber)
    .addOption(
      new Option('--format <format>', 'the format, where the name does not say it').choices([...FORMATS]),
    )
    .option(
      '--column <field=name>',
      `the column that has a field: ${MAPPED_FIELDS.join(', ')} (repeatable)`,
      parseColumn,
    )
    .option('--site <origin>', 'origin of the pages of an access log, as https://example.com', parseSite)
    .option('--salt <text>', 'secret text for the ids of visitors in an access log')
    .option('--keep-address', 'keep addresses of an access log as $ip', false)
    .option('--check', 'read all of it and print what would come; sends nothing', false)
    .option('--restart', 'begin again, also where an interrupted import could go on', false)
    .option(
      '--journal <file>',
      'where the state of the import is kept until its end (default: beside the first file)',
    )
    .option('--set-aside <file>', 'where rows go that cannot be imported (default: beside the first file)')
    .option('--wait <seconds>', 'how long a server may take no events', wholeNumberParser(0, 86_400), 300)
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
    throw new InvalidArgumentError('Expected https://example.com.')
  return url.origin
}

async function run(paths: readonly string[], given: ImportArguments): Promise<void> {
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () =>
      interruption.abort(new Error('Stopped. The same command goes on where this one ended.')),
    )
  try {
    const { files, passedOver } = findFiles(paths, given.format !== undefined)
    for (const file of passedOver) console.error(`${file} is passed over: by its name it has no events.`)
    // Opened before the event engine, which takes standard input away.
    const stdin = files.includes(STDIN) ? standardInput() : process.stdin
    if (given.check) console.log(await check(files, given, stdin))
    else await withServer(given, (server) => send(server, files, given, stdin, interruption.signal))
  } catch (error) {
    console.error(errorSentence(error))
    process.exitCode = 1
  }
}

function standardInput(): Readable {
  try {
    return createReadStream('', { fd: openSync('/dev/stdin', 'r') })
  } catch {
    // A socket cannot be opened a second time.
    return process.stdin
  }
}

const readOptionsOf = (given: ImportArguments): ReadOptions => ({
  format: given.format ?? null,
  nowMs: Date.now(),
  columns: given.column ?? {},
  site: given.site ?? null,
  salt: given.salt ?? null,
  keepsAddress: given.keepAddress,
})

/** The port of the event engine, which is loaded for Parquet alone. */
const parquetPort = (engineFolder: string | null) => async (file: string) => {
  const { openParquetLines } = await import('#engine/parquet/read-parquet.ts')
  return openParquetLines(file, engineFolder)
}

async function check(files: readonly string[], given: ImportArguments, stdin: Readable): Promise<string> {
  const { checkFiles } = await import('#imports/check-files.ts')
  const options = readOptionsOf(given)
  const ports = { stdin, openParquet: parquetPort(null) }
  return checkReport(await checkFiles(files, (file) => openRows(file, options, ports), options.nowMs))
}

async function send(
  server: AnyServer,
  files: readonly string[],
  given: ImportArguments,
  stdin: Readable,
  signal: AbortSignal,
): Promise<void> {
  const project = await projectOf(server, given.project)
  const options = readOptionsOf(given)
  const paths = pathsOf(files, given)
  const { format, columns, site, salt, keepsAddress } = options
  const purpose = hash(
    'sha256',
    JSON.stringify([project.apiToken, format, columns, site, salt, keepsAddress]),
  )
  const journal = openJournal(paths.journal, purpose, given.restart)
  if (journal.isResumed)
    console.error(
      `Going on behind ${thousands(journal.state.counts.events)} events of an interrupted import.`,
    )
  const setAside = openSetAside(paths.setAside, journal.state.setAsideBytes)
  const startedMs = performance.now()
  const before = journal.state.counts.events
  const progress = createProgress(process.stderr, percentOf)
  try {
    await importFiles({
      files,
      journal,
      setAside,
      openRows: (file) => openRows(file, options, { stdin, openParquet: parquetPort(server.engineFolder) }),
      send: createSendEvents({
        ...{ url: server.url, token: project.apiToken, signal, patienceMs: given.wait * 1_000 },
        onWait: (reason) => console.error(`${reason} Trying again.`),
      }),
      onProgress: (file, part) => progress((files.indexOf(file) + part) / files.length, 1),
    })
  } finally {
    setAside.close()
  }
  journal.remove()
  const { counts } = journal.state
  const seconds = (performance.now() - startedMs) / 1_000
  const rate = thousands(Math.round((counts.events - before) / seconds))
  console.log(
    `${thousands(counts.events)} events of ${files.length} ${files.length === 1 ? 'file' : 'files'} are in project ${project.id} (${rate} a second)${
      counts.leftOut === 0 ? '' : `, ${thousands(counts.leftOut)} rows were left out`
    }${counts.setAside === 0 ? '' : `, ${thousands(counts.setAside)} rows were set aside in ${paths.setAside}`}.`,
  )
  if (counts.setAside > 0) process.exitCode = SET_ASIDE_EXIT_CODE
}

const percentOf = (done: number, all: number) => `${Math.floor((100 * done) / all)} %`

/** Standard input cannot be read again, so that it has no journal of its own accord. */
function pathsOf(files: readonly string[], { journal, setAside }: ImportArguments) {
  const [first = STDIN] = files
  const beside = first === STDIN ? 'standard-input' : first
  return {
    journal: journal ?? (first === STDIN ? null : `${beside}.import-journal`),
    setAside: setAside ?? `${beside}.set-aside.jsonl`,
    folder: dirname(beside),
  }
}
