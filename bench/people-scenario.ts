import { Agent } from 'node:http'
import { post, round, spread } from './ingest-scenario.ts'
import { type MeasuredServer, TOKEN } from './measured-server.ts'

export interface PeopleOptions {
  /** Number of distinct ids, each with one event. */
  readonly persons: number
  /** Number of these ids that are merged into the person of a new id afterwards. */
  readonly merges: number
  readonly batch: number
  readonly clients: number
}

const DAYS = 30
const DAY_MS = 86_400_000
const RUNS = 15
const PATH = '/insights/trend/'
const DAU = { events: [{ id: 'opened', math: 'dau' }], date_from: '-30d' }

/**
 * Sends one person for each id, then merges. The same question before and after shows the cost of merges.
 */
export async function measurePeople(
  server: MeasuredServer,
  options: PeopleOptions,
  nowMs: number,
): Promise<object[]> {
  const startMs = nowMs - DAYS * DAY_MS
  const stride = Math.floor(options.persons / options.merges)
  const opened = (i: number) => ({
    event: 'opened',
    distinct_id: `visitor-${i}`,
    timestamp: new Date(startMs + Math.floor((i / options.persons) * DAYS * DAY_MS)).toISOString(),
    properties: {
      $lib: 'web',
      $browser: 'Firefox',
      $set_once: { $initial_referrer: 'https://search.example/' },
    },
  })
  const identified = (i: number) => ({
    event: '$identify',
    distinct_id: `user-${i}`,
    timestamp: new Date(nowMs - options.merges + i).toISOString(),
    properties: { $anon_distinct_id: `visitor-${i * stride}`, $set: { email: `user-${i}@example.com` } },
  })
  const ingested = await send(server, options, 'new persons', options.persons, opened)
  const before = await ask(server)
  const merged = await send(server, options, 'merges', options.merges, identified)
  const firstMs = await timed(() => server.ask(PATH, DAU))
  const after = await ask(server)
  return [
    ingested,
    merged,
    {
      measure: 'dau over HTTP, before and after the merges',
      firstAfterMergesMs: round(firstMs),
      wallMs: { before: before.median, after: after.median },
      memoryMiB: server.memoryMiB(),
    },
  ]
}

async function send(
  server: MeasuredServer,
  options: PeopleOptions,
  measure: string,
  count: number,
  eventOf: (i: number) => object,
): Promise<object> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.clients })
  const cpuBefore = server.cpuMs()
  let next = 0
  const client = async () => {
    for (let from = next; from < count; from = next) {
      next += options.batch
      const batch = Array.from({ length: Math.min(options.batch, count - from) }, (_, i) => eventOf(from + i))
      await post(`${server.url}/batch/`, JSON.stringify({ api_key: TOKEN, batch }), agent)
    }
  }
  const wallMs = await timed(() => Promise.all(Array.from({ length: options.clients }, client)))
  agent.destroy()
  return {
    measure,
    count,
    seconds: round(wallMs / 1000),
    perSecond: Math.round(count / (wallMs / 1000)),
    serverCpuMicrosecondsEach: round(((server.cpuMs() - cpuBefore) * 1000) / count),
    memoryMiB: server.memoryMiB(),
  }
}

async function ask(server: MeasuredServer) {
  const wallMs: number[] = []
  for (let i = 0; i < RUNS; i++) wallMs.push(await timed(() => server.ask(PATH, DAU)))
  return spread(wallMs)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}
