import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql as sqlite } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventStore } from '../../src/engine/event-store.ts'
import { bound, type Fragment, sql } from '../../src/fragments/fragment.ts'
import { createEventInserter } from '../../src/ingest/store/event-inserter.ts'
import { createStoredUuids } from '../../src/ingest/store/stored-uuids.ts'
import { openMetadata } from '../../src/metadata/database/open-metadata.ts'
import type { Metadata } from '../../src/metadata/database/schema.ts'
import { eventsOf } from '../../src/sql/events.ts'
import { openTestEngine } from '../fixtures/open-test-engine.ts'
import { storedEvent } from '../fixtures/stored-event.ts'

const MiB = 1024 * 1024
const MIGRATIONS = fileURLToPath(new URL('../../migrations/clickhouse', import.meta.url))
const NOW_MS = Date.parse('2026-11-20T12:00:00Z')

let folder = ''
let engine: EventStore
let metadata: Metadata
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-stores-'))
  engine = await openTestEngine(join(folder, 'events'), { queryMemoryBytes: 256 * MiB })
  await engine.migrate(MIGRATIONS)
  metadata = await openMetadata(folder)
})
afterAll(async () => {
  await metadata.destroy()
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})
const rows = (query: Fragment) => engine.rows(query, { name: 'test', projectId: null })

describe('settings for durability', () => {
  // Without these settings, 15 of 15 power cuts left a table that did not load.
  test.each([
    'fsync_after_insert = 1',
    'fsync_part_directory = 1',
    'min_rows_to_fsync_after_merge = 1',
    'old_parts_lifetime = 480',
    'min_free_disk_bytes_to_perform_insert = 67108864',
  ])('events are stored with %s', async (setting) => {
    const [table] = await rows(
      sql`SELECT create_table_query AS text FROM system.tables WHERE name = 'events'`,
    )
    expect(table).toEqual({ text: expect.stringContaining(setting) })
  })

  test.each([
    ['synchronous', 2],
    ['journal_mode', 'wal'],
    ['foreign_keys', 1],
  ])('metadata is stored with %s = %s', async (pragma, value) => {
    const { rows: read } = await sqlite`PRAGMA ${sqlite.raw(pragma)}`.execute(metadata)
    expect(read).toEqual([{ [pragma]: value }])
  })
})

describe('properties that the engine refuses', () => {
  const event = (projectId: number, name: string, properties: string) =>
    storedEvent({ projectId, personNumber: 1, name, distinctId: 'ada', timestampMs: NOW_MS, properties })

  // The pipeline converts all of these values. If it misses a value, the insert of other events must not
  // fail.
  test.each([
    [101, 'a lone surrogate', '{"a":"\\ud800"}'],
    [102, 'an integer of 30 digits', '{"a":123456789012345678901234567890}'],
    [103, 'text that is no JSON', '{"a":'],
  ])('project %d: %s', async (projectId, _name, properties) => {
    const inserter = createEventInserter(engine)
    const bad = event(projectId, 'bad', properties)
    // Events with a number of 16 digits are inserted at once, so that the inserter knows the refusal.
    const neighbours = ['a', 'b', 'c', 'd'].map((name) =>
      event(projectId, name, `{"said":"${name}","number":1234567890123456}`),
    )
    const [first, second, third, fourth] = neighbours
    const sent = [first, second, bad, third, fourth].filter((one) => one !== undefined)
    expect(await inserter.prepareInsert(sent, NOW_MS)()).toEqual([bad])
    // All five events are stored as they were sent. Only the properties of the bad one cannot be queried.
    const text = sql`CAST(properties.said, 'Nullable(String)')`
    const project = sql`project_id = ${bound('UInt32', projectId)}`
    expect(
      await rows(
        sql`SELECT event, properties_raw AS raw, ${text} AS said FROM events WHERE ${project} ORDER BY event`,
      ),
    ).toEqual([
      { event: 'a', raw: '{"said":"a","number":1234567890123456}', said: 'a' },
      { event: 'b', raw: '{"said":"b","number":1234567890123456}', said: 'b' },
      { event: 'bad', raw: properties, said: null },
      { event: 'c', raw: '{"said":"c","number":1234567890123456}', said: 'c' },
      { event: 'd', raw: '{"said":"d","number":1234567890123456}', said: 'd' },
    ])
    const uuids = sent.map((stored) => stored.event.uuid)
    const stored = await createStoredUuids(engine).since(projectId, 0, uuids)
    expect(new Set(stored.keys())).toEqual(new Set(uuids))
  })

  test('an insert without the store fails as a whole', async () => {
    const columns = ['project_id', 'event', 'properties_raw']
    const lines = ['104\tgood\t{}', '104\tbad\t{"a":']
    await expect(engine.insert('events', columns, lines)).rejects.toMatchObject({ kind: 'value', code: 117 })
    expect(await rows(sql`SELECT count() AS count FROM events WHERE project_id = 104`)).toEqual([
      { count: '0' },
    ])
  })
})

test('a range before 1970 has no events, not even those of its first day', async () => {
  const inserter = createEventInserter(engine)
  const first = storedEvent({
    projectId: 105,
    personNumber: 1,
    name: 'first',
    distinctId: 'ada',
    timestampMs: 0,
    properties: '{}',
  })
  await inserter.prepareInsert([first], NOW_MS)()
  const { uuid } = first.event
  const uuids = createStoredUuids(engine)
  expect([...(await uuids.since(105, 0, [uuid])).keys()]).toEqual([uuid])
  expect([...(await uuids.onDays(105, [{ uuid, days: [0] }])).keys()]).toEqual([uuid])
  const before = { fromMs: Date.UTC(1960, 0), toMs: 0 }
  expect(await rows(sql`SELECT count() AS count ${eventsOf(105, before, [])}`)).toEqual([{ count: '0' }])
})
