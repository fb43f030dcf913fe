import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Scope } from '#contract/scopes.ts'
import type { ExportSource } from '#exports/ask-server.ts'
import { isRowNoun, NOUNS, type Noun } from '#exports/nouns.ts'
import type { ExportFormat } from '#exports/rows.ts'
import { type ExportOptions, exportTo, exportToFile } from '#exports/write-export.ts'
import { projectOf, withServer } from './any-server.ts'
import { errorSentence } from './error-sentence.ts'
import { print, printError } from './print.ts'
import { megabytesOf, thousands } from './progress.ts'

export interface ExportArguments {
  readonly project?: number
  readonly format: ExportFormat
  readonly output: string
  readonly from?: number
  readonly to?: number
  readonly url?: string
  readonly key?: string
}

const ALL = 'all'
export type Exported = Noun | typeof ALL

const SCOPES: readonly Scope[] = [
  ...(['query:read', 'person:read', 'group:read', 'insight:read'] as const),
  ...(['dashboard:read', 'cohort:read', 'action:read', 'annotation:read'] as const),
]

/** Writes what the command asks for. On an error it prints one sentence and sets exit code 1. */
export async function runExport(what: Exported, given: ExportArguments): Promise<void> {
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => interruption.abort(new Error('Stopped. No incomplete file was left.')))
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
    printError(errorSentence(error))
    process.exitCode = 1
  }
}

/** @throws Error with a sentence if the data cannot be written in the given form */
function requireFormat(what: Exported, { format, output }: ExportArguments): void {
  if (what === ALL && output === '-')
    throw new Error('"all" writes several files: name a folder with --output.')
  if (what !== ALL && !isRowNoun(what) && format !== 'jsonl')
    throw new Error(`${what} are always written as JSON lines: leave out --format.`)
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
    print(`${output} has ${thousands(bytes)} bytes${output.endsWith('.gz') ? ' before compression' : ''}.`)
  }
}

const EVERY_BYTES = 10_000_000

/**
 * Returns a function that shows how many megabytes are written. It shows them on a terminal only, and without
 * a total, which is not known.
 */
function progressOf(noun: Noun): (bytes: number) => void {
  let told = 0
  return (bytes) => {
    if (!process.stderr.isTTY || bytes - told < EVERY_BYTES) return
    told = bytes
    process.stderr.write(`\r${noun}: ${megabytesOf(bytes, bytes).replace(/ of .*/, ' MB')} `)
  }
}
