import { setTimeout as pause } from 'node:timers/promises'
import { bound, sql } from '../src/fragments/fragment.ts'
import { renderLiterals } from '../src/fragments/literal.ts'
import type { Dataset } from './events.ts'
import { measureIngest, round } from './ingest-scenario.ts'
import { type MeasuredServer, startMeasuredServer, TOKEN } from './measured-server.ts'
import { openStore } from './measured-store.ts'

const DAY_MS = 86_400_000
/** The stored events are spread evenly over this many days before now. */
const DAYS = 90
const LARGEST_INSERT = 1_000_000

/**
 * Measures a start on many stored events, the memory after it, and what capture costs on top of them: for
 * events of the last hour, and for an import of events that are 30 to 60 days old.
 */
export async function measureStart(folder: string, stored: number, sent: number): Promise<object[]> {
  // This start only makes the tables.
  await (await startMeasuredServer(folder)).stop()
  const nowMs = Date.now()
  await storeEvents(folder, stored, nowMs)
  const startedMs = performance.now()
  const server = await startMeasuredServer(folder)
  const seconds = round((performance.now() - startedMs) / 1000)
  const cpuSeconds = round((await idleCpuMs(server)) / 1000)
  const start = { measure: 'start', stored, seconds, cpuSeconds, memoryMiB: server.memoryMiB() }
  const load = { batch: 1000, clients: 8 }
  const between = (startMs: number, endMs: number, firstUuid: number): Dataset => ({
    token: TOKEN,
    events: sent,
    persons: 10_000,
    startMs,
    endMs,
    firstUuid,
  })
  const live = await measureIngest(server, between(nowMs - DAY_MS / 24, nowMs, 0), load)
  const old = await measureIngest(server, between(nowMs - 60 * DAY_MS, nowMs - 30 * DAY_MS, sent), load)
  await server.stop()
  return [start, { stored, of: 'live events', ...live }, { stored, of: 'old events', ...old }]
}

/** Waits until the server uses almost no CPU. Returns how much it has used until then, in ms. */
async function idleCpuMs(server: MeasuredServer): Promise<number> {
  for (let before = server.cpuMs(); ; ) {
    await pause(2_000)
    const now = server.cpuMs()
    if (now - before < 100) return now
    before = now
  }
}

async function storeEvents(folder: string, events: number, nowMs: number): Promise<void> {
  const engine = await openStore(folder)
  for (let from = 0; from < events; from += LARGEST_INSERT) {
    const to = Math.min(from + LARGEST_INSERT, events)
    // Events are inserted in the order of their times, as they arrive.
    await engine.command(
      renderLiterals(sql`INSERT INTO events (project_id, event, day, ts, person, distinct_id, uuid, properties_raw, properties, inserted_at)
SELECT
  1,
  ['$pageview', '$autocapture', 'product viewed', 'purchased'][number % 4 + 1],
  toDate(at),
  at,
  number % 100000,
  toString(number % 100000),
  generateUUIDv7(),
  '{}',
  '{}',
  at
FROM (
  SELECT
    number,
    fromUnixTimestamp64Milli(${bound('Int64', nowMs - DAYS * DAY_MS)} + toInt64(number * ${bound('Float64', (DAYS * DAY_MS) / events)}), 'UTC') AS at
  FROM numbers(${bound('Int64', from)}, ${bound('Int64', to - from)})
)`),
    )
  }
  await engine.close()
}
