import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { measureAlternatives, measureMergedPersons } from './alternatives.ts'
import type { Dataset } from './events.ts'
import { measureFilters } from './filter-scenario.ts'
import { measureFunnelLoad } from './funnel-load-scenario.ts'
import { measureIngest } from './ingest-scenario.ts'
import { measureInsights } from './insights-scenario.ts'
import { startMeasuredServer, TOKEN } from './measured-server.ts'
import { measurePage } from './page-scenario.ts'
import { measurePeople } from './people-scenario.ts'
import { measureQuestion, QUESTIONS } from './question-scenario.ts'
import { measureRetention } from './retention-pairs.ts'
import { measureRowFiles } from './row-files-scenario.ts'
import { measureSequences } from './sequence-scenario.ts'
import { measureStart } from './start-scenario.ts'
import { measureTraffic } from './traffic-scenario.ts'

const DAY_MS = 86_400_000
/**
 * Number of live events that are sent after a start on stored events. Then the same number of old events is
 * sent.
 */
const SENT_AFTER_START = 100_000
/** With this share, 20 million events have 575,000 persons. */
const PERSONS_PER_EVENT = 0.02875

interface Options {
  readonly events: string
  readonly batch: string
  readonly clients: string
  readonly persons: string
  readonly merges: string
  readonly insights: string
  readonly stored: string
  readonly traffic: string
  readonly only: string
  readonly sequences: string
  readonly funnels: string
  readonly files: string
  readonly page: string
  readonly folder?: string
}

/** Prints one JSON line for each measure. Nothing passes or fails: the numbers are for comparison. */
async function bench(options: Options): Promise<void> {
  if (Number(options.insights) > 0) await benchInsights(Number(options.insights))
  if (Number(options.persons) > 0) await benchPeople(options)
  if (Number(options.events) > 0) await benchEvents(options)
  if (Number(options.traffic) > 0) await benchTraffic(options)
  if (Number(options.sequences) > 0) await benchSequences(Number(options.sequences))
  if (Number(options.funnels) > 0) await benchFunnelLoad(Number(options.funnels))
  if (Number(options.files) > 0) await benchFiles(Number(options.files))
  if (Number(options.page) > 0) await benchPage(Number(options.page))
  for (const stored of options.stored.split(',').map(Number)) if (stored > 0) await benchStart(stored)
}

async function benchPage(rounds: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-bench-'))
  for await (const line of measurePage(folder, rounds)) print(line)
  await rm(folder, { recursive: true })
}

async function benchInsights(insights: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-bench-'))
  const server = await startMeasuredServer(folder)
  for (const line of await measureInsights(server, insights)) print(line)
  await server.stop()
  await rm(folder, { recursive: true })
}

async function benchFiles(rows: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-bench-'))
  const server = await startMeasuredServer(folder)
  for await (const line of measureRowFiles(server, rows)) print(line)
  await server.stop()
  await rm(folder, { recursive: true })
}

// This measure uses a folder of its own, because the other measures need a project without merges.
async function benchPeople(options: Options): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-bench-'))
  const server = await startMeasuredServer(folder)
  const numbers = {
    persons: Number(options.persons),
    merges: Number(options.merges),
    batch: Number(options.batch),
    clients: Number(options.clients),
  }
  const nowMs = Date.now()
  for (const line of await measurePeople(server, numbers, nowMs)) print(line)
  await server.stop()
  for (const line of await measureMergedPersons(folder, nowMs)) print(line)
  await rm(folder, { recursive: true })
}

async function benchSequences(events: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-bench-'))
  for (const line of await measureSequences(folder, events, Date.now())) print(line)
  await rm(folder, { recursive: true })
}

async function benchFunnelLoad(events: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-bench-'))
  for await (const line of measureFunnelLoad(folder, events, Date.now())) print(line)
  await rm(folder, { recursive: true })
}

async function benchStart(stored: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-bench-'))
  for (const line of await measureStart(folder, stored, SENT_AFTER_START)) print(line)
  await rm(folder, { recursive: true })
}

async function benchTraffic(options: Options): Promise<void> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'throughline-bench-')))
  const events = Number(options.traffic)
  await measureTraffic(
    folder,
    { events, persons: Math.ceil(events * PERSONS_PER_EVENT), nowMs: Date.now(), only: options.only },
    print,
  )
  if (options.folder === undefined) await rm(folder, { recursive: true })
}

const print = (line: object) => console.log(JSON.stringify(line))

async function benchEvents(options: Options): Promise<void> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'throughline-bench-')))
  const events = Number(options.events)
  const nowMs = Date.now()
  const dataset: Dataset = {
    token: TOKEN,
    events,
    persons: Math.max(100, Math.round(events / 25)),
    startMs: nowMs - 30 * DAY_MS,
    endMs: nowMs,
  }
  const server = await startMeasuredServer(folder)
  print({ measure: 'idle', memoryMiB: server.memoryMiB() })
  print(
    await measureIngest(server, dataset, { batch: Number(options.batch), clients: Number(options.clients) }),
  )
  for (const question of QUESTIONS) print(await measureQuestion(server, question))
  await server.stop()
  for (const line of await measureAlternatives(folder, nowMs)) print(line)
  for (const line of await measureRetention(folder, nowMs)) print(line)
  for (const line of await measureFilters(folder, nowMs)) print(line)
  if (options.folder === undefined) await rm(folder, { recursive: true })
}

await new Command('bench')
  .description('Measures lists of insights, persons, ingest, trend and funnel on data of a chosen size.')
  .option('--events <count>', 'events to send', '1000000')
  .option('--batch <count>', 'events in one request', '1000')
  .option('--clients <count>', 'requests in flight', '8')
  .option('--persons <count>', 'distinct ids to send; 0 leaves persons out', '100000')
  .option('--merges <count>', 'merges among them', '20000')
  .option('--insights <count>', 'insights to save and list; 0 leaves them out', '10000')
  .option('--files <count>', 'rows of a statement to read as files; 0 leaves them out', '0')
  .option('--page <rounds>', 'times to open the page on the demo; needs Chromium; 0 leaves it out', '0')
  .option('--sequences <count>', 'stored events to walk through in funnels; 0 leaves them out', '0')
  .option(
    '--funnels <count>',
    'stored events for 32 funnels at once, and a person with a million; 0 leaves them out',
    '0',
  )
  .option(
    '--stored <counts>',
    'numbers of stored events to start on, separated by commas; 0 leaves starts out',
    '0',
  )
  .option(
    '--traffic <count>',
    'events to write directly into the table, to compare trends, retentions and paths with plain statements; 0 leaves them out',
    '0',
  )
  .option(
    '--only <words>',
    'measure only what has these words in its name, such as retention; applies to --traffic',
    '',
  )
  .option('--folder <path>', 'keep the data here (must be empty)')
  .action(bench)
  .parseAsync()
