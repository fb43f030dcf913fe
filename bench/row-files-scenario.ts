import { round } from './ingest-scenario.ts'
import { type MeasuredServer, TOKEN } from './measured-server.ts'

/** Number of events. The rows of a file are pairs of events. */
const EVENTS = 1_000
const FORMATS = ['csv', 'jsonl', 'parquet'] as const

/**
 * Measures files of many rows: their time and CPU, and how much the server's memory grows while they are
 * sent.
 */
export async function* measureRowFiles(server: MeasuredServer, rows: number): AsyncGenerator<object> {
  const events = Array.from({ length: EVENTS }, (_, i) => ({
    event: 'read',
    distinct_id: `person ${i}`,
    properties: { place: i },
  }))
  const sent = await fetch(`${server.url}/batch/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ api_key: TOKEN, batch: events }),
  })
  if (!sent.ok) throw new Error(`/batch/ answered ${sent.status}`)
  const times = Math.ceil(rows / EVENTS ** 2)
  const pairs = `select a.uuid, a.timestamp, b.person_id, toInt(a.properties.place) * 1000 + toInt(b.properties.place) as pair
from events as a cross join events as b
${times > 1 ? `cross join (select 1 from events limit ${times}) as c` : ''} limit ${rows}`
  // Each format runs twice. In the second run, the memory that the first one needed is there already.
  for (const format of [...FORMATS, ...FORMATS]) {
    const before = server.memoryMiB()
    const cpuMs = server.cpuMs()
    const startedMs = performance.now()
    const bytes = await server.sizeOf(`/query/?format=${format}`, {
      query: { kind: 'HogQLQuery', query: pairs },
    })
    yield {
      ...{ measure: 'rows', format, rows, MB: round(bytes / 1e6) },
      seconds: round((performance.now() - startedMs) / 1000),
      cpuSeconds: round((server.cpuMs() - cpuMs) / 1000),
      grownMiB: server.memoryMiB().peak - before.now,
    }
  }
}
