// Fills an event store with sequences of events:
// `node --import tsx bench/sequence-events.ts <folder> <events> <now in ms> [persons]`.
// It is a process of its own, so that its memory does not count as memory of a measured process.

import { fileURLToPath } from 'node:url'
import type { StatementRunner } from '../src/engine/verbs.ts'
import { bound, type Fragment, sql } from '../src/fragments/fragment.ts'
import { renderLiterals } from '../src/fragments/literal.ts'
import { openStore } from './measured-store.ts'
import { mergeParts } from './merge-parts.ts'

const MIGRATIONS = fileURLToPath(new URL('../migrations/clickhouse', import.meta.url))
const DAY_MS = 86_400_000
const DAYS = 90
const EVENTS_OF_A_PERSON = 33
const LARGEST_INSERT = 1_000_000

/**
 * Stores events of 90 days. Of 100 events, 50 are page views, 10 are carts and 1 is a purchase. A tenth of
 * the persons has 46 % of them.
 */
async function storeSequences(
  engine: StatementRunner,
  { events, persons, nowMs }: Record<'events' | 'persons' | 'nowMs', number>,
): Promise<void> {
  for (let from = 0; from < events; from += LARGEST_INSERT) {
    const rows = Math.min(LARGEST_INSERT, events - from)
    await engine.command(renderLiterals(insertOf({ from, rows, persons, nowMs })))
  }
  await mergeParts(engine)
}

interface Part {
  readonly from: number
  readonly rows: number
  readonly persons: number
  readonly nowMs: number
}

const insertOf = ({ from, rows, persons, nowMs }: Part): Fragment => sql`INSERT INTO events
  (project_id, event, day, ts, person, distinct_id, uuid, properties_raw, properties, inserted_at)
SELECT
  1,
  multiIf(chance < 50, '$pageview', chance < 60, 'added to cart', chance < 61, 'purchased', 'scrolled'),
  toDate(at),
  at,
  toUInt32(pow(sipHash64(number, 'person') / pow(2, 64), 3) * ${bound('Float64', persons)}),
  toString(number),
  generateUUIDv4(),
  '{}',
  concat(
    '{"plan":"', ['free', 'pro', 'team'][1 + number % 3],
    '","$browser":"', ['Chrome', 'Safari', 'Firefox', 'Edge', 'Opera'][1 + sipHash64(number, 'browser') % 5], '"}'
  ),
  at
FROM (
  SELECT
    number,
    sipHash64(number, 'event') % 100 AS chance,
    fromUnixTimestamp64Milli(${bound('Int64', nowMs)} - toInt64(sipHash64(number, 'time') % ${bound('Int64', DAYS * DAY_MS)}), 'UTC') AS at
  FROM numbers(${bound('Int64', from)}, ${bound('Int64', rows)})
)`

const [folder = '', events = '0', nowMs = '0', persons = Number(events) / EVENTS_OF_A_PERSON] =
  process.argv.slice(2)
const engine = await openStore(folder)
await engine.migrate(MIGRATIONS)
await storeSequences(engine, {
  events: Number(events),
  persons: Math.round(Number(persons)),
  nowMs: Number(nowMs),
})
await engine.close()
