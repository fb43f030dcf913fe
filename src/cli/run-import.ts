import { hash } from 'node:crypto'
import { createReadStream, openSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { findFiles } from '#imports/find-files.ts'
import type { Format } from '#imports/find-format.ts'
import { importFiles } from '#imports/import-files.ts'
import { type Journal, openJournal } from '#imports/journal.ts'
import { openRows, type ReadOptions, STDIN } from '#imports/open-rows.ts'
import type { MappedField } from '#imports/row-event.ts'
import { createSendEvents } from '#imports/send-events.ts'
import { openSetAside } from '#imports/set-aside.ts'
import type { DateOrder, TimeUnit } from '#ingest/wire/time-form.ts'
import { type AnyServer, projectOf, withServer } from './any-server.ts'
import { checkReport, inPartLines } from './check-report.ts'
import { errorSentence } from './error-sentence.ts'
import { print, printError } from './print.ts'
import { createProgress, thousands } from './progress.ts'

export interface ImportArguments {
  readonly project?: number
  readonly format?: Format
  readonly column?: Readonly<Partial<Record<MappedField, string>>>
  readonly site?: string
  readonly salt?: string
  readonly keepAddress: boolean
  readonly timeUnit?: TimeUnit
  readonly dateOrder?: DateOrder
  readonly check: boolean
  readonly restart: boolean
  readonly journal?: string
  readonly setAside?: string
  readonly wait: number
  readonly url?: string
  readonly key?: string
}

const SET_ASIDE_EXIT_CODE = 2

/** Imports files. On an error it prints one sentence and sets exit code 1. */
export async function runImport(paths: readonly string[], given: ImportArguments): Promise<void> {
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () =>
      interruption.abort(new Error('Stopped. Run the same command again to resume.')),
    )
  try {
    const { files, passedOver } = findFiles(paths, given.format !== undefined)
    for (const file of passedOver)
      printError(`${file} is skipped: its name is not that of a file with events.`)
    // Standard input is opened before the event engine, which replaces it.
    const stdin = files.includes(STDIN) ? standardInput() : process.stdin
    if (given.check) print(await check(files, given, stdin))
    else await withServer(given, (server) => send(server, files, given, stdin, interruption.signal))
  } catch (error) {
    printError(errorSentence(error))
    process.exitCode = 1
  }
}

function standardInput(): Readable {
  try {
    return createReadStream('', { fd: openSync('/dev/stdin', 'r') })
  } catch {
    // If standard input is a socket, it cannot be opened a second time.
    return process.stdin
  }
}

const readOptionsOf = (given: ImportArguments): ReadOptions => ({
  format: given.format ?? null,
  nowMs: Date.now(),
  timeForm: { unit: given.timeUnit ?? null, dateOrder: given.dateOrder ?? null },
  columns: given.column ?? {},
  site: given.site ?? null,
  salt: given.salt ?? null,
  keepsAddress: given.keepAddress,
})

/**
 * Returns a function that reads Parquet files with the event engine. The engine is loaded for Parquet only.
 */
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
  const patience = {
    signal,
    patienceMs: given.wait * 1_000,
    onWait: (reason: string) => printError(`${reason} Trying again.`),
    advice: 'Run the same command again to resume.',
  }
  const project = await projectOf(server, given.project, patience)
  const options = readOptionsOf(given)
  const paths = pathsOf(files, given)
  const { format, columns, site, salt, keepsAddress, timeForm } = options
  const purpose = hash(
    'sha256',
    JSON.stringify([project.apiToken, format, columns, site, salt, keepsAddress, timeForm]),
  )
  const journal = openJournal(paths.journal, purpose, given.restart)
  keepFirst(journal, paths.journal)
  if (journal.isResumed)
    printError(`Resuming an interrupted import after ${thousands(journal.state.counts.events)} events.`)
  const setAside = openSetAside(paths.setAside, journal.state.setAsideBytes)
  const startedMs = performance.now()
  const before = journal.state.counts.events
  const progress = createProgress(process.stderr, percentOf)
  try {
    await importFiles({
      files,
      journal,
      setAside,
      async openRows(file) {
        const open = await openRows(file, options, { stdin, openParquet: parquetPort(server.engineFolder) })
        for (const sentence of open.columnsLeftOut) printError(sentence)
        return open
      },
      send: createSendEvents({ url: server.url, token: project.apiToken, ...patience }),
      onProgress: (file, part) => progress((files.indexOf(file) + part) / files.length, 1),
    })
  } finally {
    setAside.close()
  }
  journal.remove()
  const { counts } = journal.state
  const seconds = (performance.now() - startedMs) / 1_000
  const rate = thousands(Math.round((counts.events - before) / seconds))
  for (const line of inPartLines(counts.inPart)) print(line)
  print(summaryOf(counts, { project: project.id, files: files.length, rate, setAside: paths.setAside }))
  if (counts.setAside > 0) process.exitCode = SET_ASIDE_EXIT_CODE
}

interface Summary {
  readonly project: number
  readonly files: number
  /** Number of events per second, formatted for people. */
  readonly rate: string
  /** Path of the file with the rows that could not be imported and were set aside. */
  readonly setAside: string
}

function summaryOf({ events, setAside, leftOut }: Journal['state']['counts'], about: Summary): string {
  const ofFiles = about.files === 1 ? '1 file' : `${about.files} files`
  const parts = [
    `${thousands(events)} events of ${ofFiles} are in project ${about.project} (${about.rate} a second)`,
    ...(leftOut === 0 ? [] : [`${thousands(leftOut)} rows were left out`]),
    ...(setAside === 0 ? [] : [`${thousands(setAside)} rows were set aside in ${about.setAside}`]),
  ]
  return `${parts.join(', ')}.`
}

/**
 * Saves the journal for the first time, before anything is sent.
 * @throws Error with a sentence if the journal cannot be written
 */
function keepFirst(journal: Journal, path: string | null): void {
  try {
    journal.save()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(
      `${path} cannot be written (${code}): choose other files with --journal and --set-aside.`,
      {
        cause: error,
      },
    )
  }
}

const percentOf = (done: number, all: number) => `${Math.floor((100 * done) / all)} %`

/**
 * Returns the paths of the journal and of the file for rows that are set aside. If the first file is standard
 * input, which cannot be read again, there is a journal only if `--journal` names it.
 */
function pathsOf(files: readonly string[], { journal, setAside }: ImportArguments) {
  const [first = STDIN] = files
  const beside = first === STDIN ? 'standard-input' : first
  return {
    journal: journal ?? (first === STDIN ? null : `${beside}.import-journal`),
    setAside: setAside ?? `${beside}.set-aside.jsonl`,
  }
}
