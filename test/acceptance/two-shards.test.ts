import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ServerEventStore } from '../../src/engine/server/server-engine.ts'
import { bound, type Fragment, identifier, sql } from '../../src/fragments/fragment.ts'
import { createEventInserter } from '../../src/ingest/store/event-inserter.ts'
import { nativeBlocks } from '../../src/sequences/native-block.ts'
import { personOf } from '../../src/sql/person-roots.ts'
import { askServer } from '../fixtures/clickhouse/ask-server.ts'
import { OWNER } from '../fixtures/clickhouse/server-config.ts'
import { useDatabase } from '../fixtures/clickhouse/use-servers.ts'
import { openServerStore } from '../fixtures/store-forms.ts'
import { storedEvent } from '../fixtures/stored-event.ts'

const MIGRATIONS = fileURLToPath(new URL('../../migrations/clickhouse', import.meta.url))
const OPTIONS = { name: 'test', projectId: 7 }
const PERSONS = 200
/** Persons with an odd number are merged into the person before them. */
const ROOTS = PERSONS / 2
const EVENTS = 3 * PERSONS

const database = useDatabase(2)
let store: ServerEventStore
const rows = (query: Fragment) => store.rows(query, OPTIONS)
const onServer = (shard: number, statement: string) => {
  const server = database().servers[shard]
  if (server === undefined) throw new Error('There are two shards')
  return askServer(server, statement, { database: database().name }, OWNER)
}

beforeAll(async () => {
  const { url, cluster = null } = database()
  store = await openServerStore(url, { cluster })
  await store.claim('first')
  await store.migrate(MIGRATIONS)
  const events = Array.from({ length: EVENTS }, (_, i) =>
    storedEvent({
      ...{ projectId: 7, personNumber: i % PERSONS, distinctId: `person ${i % PERSONS}` },
      ...{ name: i < PERSONS ? 'first' : 'later', properties: '{"plan":"free"}' },
      timestampMs: Date.UTC(2026, 9 + (i % 2), 10) + i,
    }),
  )
  await createEventInserter(store).prepareInsert(events, Date.now())()
  const merged = Array.from({ length: ROOTS }, (_, i) => `7\t${2 * i + 1}\t${2 * i}\t1`)
  await store.insert('person_root', ['project_id', 'person', 'root', 'version'], merged)
  await store.reloadRoots(7)
})
afterAll(() => store.close())

test('each shard has a part of the events, on the shard of its key, and all of the mirrors', async () => {
  const counts = []
  for (const shard of [0, 1]) {
    counts.push(Number(await onServer(shard, 'SELECT count() FROM events_local')))
    const misplaced = `SELECT count() FROM events_local WHERE cityHash64(project_id, person) % 2 != ${shard}`
    expect(await onServer(shard, misplaced)).toBe('0')
    expect(await onServer(shard, 'SELECT count() FROM person_root')).toBe(String(ROOTS))
  }
  expect(Math.min(...counts)).toBeGreaterThan(EVENTS / 4)
  expect(await rows(sql`SELECT count() AS count FROM ${identifier('events')}`)).toEqual([
    { count: String(EVENTS) },
  ])
})

test('a copy of the metadata is emptied on each server', async () => {
  await store.insert('groups', ['project_id', 'properties_raw', 'version'], ['7\t{}\t1'])
  await store.emptyCopy('groups')
  for (const shard of [0, 1]) expect(await onServer(shard, 'SELECT count() FROM groups')).toBe('0')
})

test('a move into the tables has not ended while one server has its mark', async () => {
  await store.beginMove({ installation: 'first', run: 'a' })
  await onServer(0, 'TRUNCATE TABLE incoming_move')
  expect(await store.moveInto()).toEqual({ installation: 'first', run: 'a' })
  await store.beginMove({ installation: 'first', run: 'b' })
  expect(await onServer(0, 'SELECT number, run FROM incoming_move')).toBe('2\tb')
  await store.endMove()
  expect(await store.moveInto()).toBeNull()
})

test('a merged person whose events are on two shards counts once', async () => {
  const { servers } = database()
  expect(servers).toHaveLength(2)
  const onBoth = sql`SELECT uniqExact(${personOf(7, true)}) AS persons FROM ${identifier('events')}`
  expect(await rows(onBoth)).toEqual([{ persons: String(ROOTS) }])
})

test('a second reading of events within a question reads all shards', async () => {
  // Half of the merged persons have the event of their root on the other shard.
  const query = sql`SELECT uniqExact(${personOf(7, true)}) AS persons
FROM ${identifier('events')}
WHERE event = ${bound('String', 'later')} AND ${personOf(7, true)} IN (
  SELECT ${personOf(7, true)} FROM ${identifier('events')} WHERE event = 'first' AND person % 2 = 1
)`
  expect(await rows(query)).toEqual([{ persons: String(ROOTS) }])
})

test('rows of each shard are all rows', async () => {
  const query = sql`SELECT toUInt32(person) AS actor FROM ${identifier('events')} WHERE project_id = 7`
  const bytes = await store.native(query, { ...OPTIONS, eachShard: true })
  let count = 0
  for (const block of nativeBlocks(bytes)) count += block.rows
  expect(count).toBe(EVENTS)
  let read = 0
  const answers = await store.rows(query, {
    ...OPTIONS,
    eachShard: true,
    onRead: (size) => {
      read += size?.rows ?? 0
    },
  })
  expect(answers).toHaveLength(EVENTS)
  expect(read).toBe(EVENTS)
})

test('sizes are those of all shards', async () => {
  const months = await store.partsByMonth()
  expect(months.map(({ month }) => month).sort()).toEqual([202_610, 202_611])
  expect(months.reduce((sum, { events }) => sum + events, 0)).toBe(EVENTS)
  const { tables } = await store.use()
  expect(tables.find(({ table }) => table === 'events_local')?.rows).toBe(EVENTS)
  expect(tables.find(({ table }) => table === 'person_root')?.rows).toBe(2 * ROOTS)
})

test('while a shard is gone every question fails, and an insert is whole afterwards', async () => {
  const [, second] = database().servers
  await second?.kill()
  const count = sql`SELECT count() AS count FROM ${identifier('events')}`
  await expect(rows(count)).rejects.toMatchObject({ kind: 'unreachable' })
  const each = store.rows(sql`SELECT 1 FROM ${identifier('events')}`, { ...OPTIONS, eachShard: true })
  await expect(each).rejects.toMatchObject({ kind: 'unreachable' })
  const events = Array.from({ length: 100 }, (_, i) =>
    storedEvent({
      ...{ projectId: 8, personNumber: i, distinctId: `${i}`, name: 'late', properties: '{}' },
      timestampMs: Date.UTC(2026, 10, 12),
    }),
  )
  const insert = createEventInserter(store).prepareInsert(events, Date.now())
  await expect(insert()).rejects.toMatchObject({ kind: 'unreachable' })
  await second?.start()
  expect(await rows(count)).toEqual([{ count: expect.stringMatching(/^6\d\d$/) }])
})

test('deletions reach the rows of every shard', async () => {
  await store.deleteEvents({ projectId: 7, conditions: [sql`event = 'later'`], month: null })
  const left = sql`SELECT count() AS count FROM ${identifier('events')} WHERE project_id = 7`
  expect(await rows(left)).toEqual([{ count: String(PERSONS) }])
  while (!(await store.areDeletionsRewritten()));
  for (const shard of [0, 1])
    expect(await onServer(shard, "SELECT count() FROM events_local WHERE event = 'later'")).toBe('0')
  await store.deleteRows('person_root', 7)
  for (const shard of [0, 1]) expect(await onServer(shard, 'SELECT count() FROM person_root')).toBe('0')
})

test('every server of the cluster must be in the address', async () => {
  const { url, cluster = null } = database()
  const one = url.replace(/,[^/]*/, '')
  await expect(openServerStore(one, { cluster })).rejects.toThrow('It lacks ')
  await expect(openServerStore(url, { cluster: 'other' })).rejects.toThrow('knows no cluster other')
})
