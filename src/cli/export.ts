import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import type { Scope } from '#contract/scopes.ts'
import type { ExportSource } from '#exports/ask-server.ts'
import { isRowNoun, NOUNS, type Noun } from '#exports/nouns.ts'
import { EXPORT_FORMATS, type ExportFormat } from '#exports/rows.ts'
import { type ExportOptions, exportTo, exportToFile } from '#exports/write-export.ts'
import { projectOf, withServer } from './any-server.ts'
import { errorSentence } from './error-sentence.ts'
import { megabytesOf, thousands } from './progress.ts'
import { rowNumber } from './whole-number.ts'

interface ExportArguments {
  readonly project?: number
  readonly format: ExportFormat
  readonly output: string
  readonly from?: number
  readonly to?: number
  readonly url?: string
  readonly key?: string
}

const ALL = 'all'
const SCOPES: readonly Scope[] = [
  ...(['query:read', 'person:read', 'group:read', 'insight:read'] as const),
  ...(['dashboard:read', 'cohort:read', 'action:read', 'annotation:read'] as const),
]

/** `throughline export`: rows and definitions of a project, without a limit. */
export function addExportCommand(program: Command): void {
  program
    .command('export')
    .description('write events, persons or definitions of a project to files; a server may run')
    .addArgument(new Argument('<what>', 'what to export').choices([...NOUNS, ALL]))
    .requiredOption(
      '-o, --output <path>',
      'the file, the folder of all, or - for standard output; .gz compresses',
    )
    .option('--project <id>', 'the project (default: the only one)', rowNumber)
    .addOption(
      new Option('--format <format>', 'of rows; definitions are JSON lines')
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

async function run(what: Noun | typeof ALL, given: ExportArguments): Promise<void> {
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => interruption.abort(new Error('Stopped. No part of a file is left.')))
  try {
    requireFormat(what, given)
    await withServer(given, async (server) => {
      const project = await projectOf(server, given.project)
      await server.withKey('export', SCOPES, async (personalApiKey) => {
        const { signal } = interruption
        const source = { url: server.url, personalApiKey, projectId: project.id, signal }
        if (what === ALL) await exportAll(source, given)
        else await exportOne(source, what, given.output, given)
      })
    })
  } catch (error) {
    console.error(errorSentence(error))
    process.exitCode = 1
  }
}

/** @throws Error with a sentence for what has no such form */
function requireFormat(what: Noun | typeof ALL, { format, output }: ExportArguments): void {
  if (what === ALL && output === '-') throw new Error('all is several files: name a folder with --output.')
  if (what !== ALL && !isRowNoun(what) && format !== 'jsonl')
    throw new Error(`${what} are definitions, which are written as JSON lines: leave --format out.`)
}

async function exportAll(source: ExportSource, given: ExportArguments): Promise<void> {
  mkdirSync(given.output, { recursive: true, mode: 0o700 })
  for (const noun of NOUNS) {
    const extension = isRowNoun(noun) ? given.format : 'jsonl'
    await exportOne(source, noun, join(given.output, `${noun}.${extension}`), given)
  }
}

async function exportOne(
  source: ExportSource,
  noun: Noun,
  output: string,
  given: ExportArguments,
): Promise<void> {
  const { format, from: fromMs = null, to: toMs = null } = given
  const options: ExportOptions = { format, range: { fromMs, toMs }, onProgress: progressOf(noun) }
  if (output === '-') await exportTo(source, noun, process.stdout, options)
  else {
    const bytes = await exportToFile(source, noun, output, options)
    console.log(
      `${output} has ${thousands(bytes)} bytes${output.endsWith('.gz') ? ' before compression' : ''}.`,
    )
  }
}

const EVERY_BYTES = 10_000_000

/** The end is not known: megabytes so far, on a terminal alone. */
function progressOf(noun: Noun): (bytes: number) => void {
  let told = 0
  return (bytes) => {
    if (!process.stderr.isTTY || bytes - told < EVERY_BYTES) return
    told = bytes
    process.stderr.write(`\r${noun}: ${megabytesOf(bytes, bytes).replace(/ of .*/, ' MB')} `)
  }
}
