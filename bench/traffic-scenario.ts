import { fileURLToPath } from 'node:url'
import { sql } from '../src/fragments/fragment.ts'
import { measurePairs } from './alternatives.ts'
import { askedTrends } from './asked-trends.ts'
import { breakdownPairs } from './breakdown-pairs.ts'
import { round } from './ingest-scenario.ts'
import { type MeasuredStore, openStore } from './measured-store.ts'
import { pathPairs } from './path-pairs.ts'
import { retentionTrafficPairs } from './retention-traffic-pairs.ts'
import { storeTraffic, type Traffic } from './stored-traffic.ts'
import { trendPairs } from './trend-pairs.ts'

const MIGRATIONS = fileURLToPath(new URL('../migrations/clickhouse', import.meta.url))

const RUNS = 7

/**
 * Compares trends, retentions and paths with plain statements, on many events that are written straight
 * into the table. Only the pairs whose measure contains `only` are run. Prints each line as soon as it is
 * measured.
 */
export async function measureTraffic(
  folder: string,
  traffic: Traffic & { readonly only: string },
  print: (line: object) => void,
): Promise<void> {
  const store = await openStore(folder)
  await store.migrate(MIGRATIONS)
  const startedMs = performance.now()
  if ((await countsOf(store)).views === 0) await storeTraffic(store, traffic)
  const counts = await countsOf(store)
  print({ measure: 'stored traffic', ...counts, seconds: round((performance.now() - startedMs) / 1000) })
  const asked = askedTrends(traffic.nowMs, counts.views)
  const pairs = [
    ...trendPairs(asked),
    ...breakdownPairs(asked),
    ...retentionTrafficPairs(traffic.nowMs, counts.views),
    ...pathPairs(traffic.nowMs, counts.views),
  ]
  for (const pair of pairs.filter(({ measure }) => measure.includes(traffic.only)))
    for (const line of await measurePairs(store, [pair], RUNS)) print(line)
  await store.close()
}

async function countsOf(store: MeasuredStore): Promise<{ events: number; views: number; persons: number }> {
  const [row] = await store.rows(
    sql`SELECT count() AS events, countIf(event = '$pageview') AS views, uniqExact(person) AS persons
FROM events`,
    { name: 'bench.counts', projectId: null },
  )
  const { events, views, persons } = row as Record<string, unknown>
  return { events: Number(events), views: Number(views), persons: Number(persons) }
}
