import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ServerEventStore } from '../../src/engine/server/server-engine.ts'
import { ServerUrl } from '../../src/engine/server/server-url.ts'
import { identifier, sql, text } from '../../src/fragments/fragment.ts'
import { createEventInserter } from '../../src/ingest/store/event-inserter.ts'
import { useDatabase } from '../fixtures/clickhouse/use-servers.ts'
import { type CuttingProxy, openCuttingProxy } from '../fixtures/cutting-proxy.ts'
import { openServerStore } from '../fixtures/store-forms.ts'
import { storedEvent } from '../fixtures/stored-event.ts'

const MIGRATIONS = fileURLToPath(new URL('../../migrations/clickhouse', import.meta.url))
const OPTIONS = { name: 'test', projectId: null }

const database = useDatabase(1)
const lines: string[] = []
const log = { warn: (_: object, sentence: string) => void lines.push(sentence) }
let proxy: CuttingProxy
/** A store whose connections the proxy can break. */
let store: ServerEventStore

beforeAll(async () => {
  const { origins, database: name, user, password } = ServerUrl.parse(database().url)
  proxy = await openCuttingProxy(new URL(origins[0] ?? ''))
  const url = proxy.origin.replace('://', `://${user}:${password}@`)
  store = await openServerStore(`${url}/${name}`, { log })
  await store.migrate(MIGRATIONS)
})
beforeEach(() => void lines.splice(0))
afterAll(async () => {
  await store.close()
  await proxy.close()
})

const countOf = (table: string) => store.rows(sql`SELECT count() AS count FROM ${identifier(table)}`, OPTIONS)

describe('a lost connection', () => {
  test.each([0, 1, 200])(
    'an insert whose answer is cut after %i bytes is stored once, and unsure',
    async (n) => {
      await store.command('CREATE OR REPLACE TABLE note (id UInt8) ENGINE = MergeTree ORDER BY id')
      proxy.cutNextAnswer(n)
      await expect(store.insert('note', ['id'], ['1'])).rejects.toMatchObject({ kind: 'unsure' })
      expect(await countOf('note')).toEqual([{ count: '1' }])
      await store.insert('note', ['id'], ['2'])
      expect(await countOf('note')).toEqual([{ count: '2' }])
    },
  )

  test('events are stored once although the answer of their insert is lost', async () => {
    const given = { projectId: 3, personNumber: 1, distinctId: 'a', timestampMs: Date.UTC(2026, 10, 2) }
    const events = Array.from({ length: 50 }, () => storedEvent({ ...given, name: 'seen', properties: '{}' }))
    const insert = createEventInserter(store).prepareInsert(events, Date.now())
    proxy.cutNextAnswer(10)
    expect(await insert()).toEqual([])
    expect(await countOf('events')).toEqual([{ count: '50' }])
  })

  test.each([0, 300, 100_000, 1_000_000])('a result cut after %i bytes is an error', async (n) => {
    const numbers = sql`SELECT number FROM numbers(300000)`
    proxy.cutNextAnswer(n)
    await expect(store.native(numbers, OPTIONS)).rejects.toMatchObject({ kind: 'unreachable' })
    proxy.cutNextAnswer(n)
    const large = store.rows(sql`${numbers} LIMIT 200000`, { ...OPTIONS, isLarge: true })
    await expect(large).rejects.toMatchObject({ kind: 'unreachable' })
    proxy.cutNextAnswer(n)
    const stream = store.stream(numbers, OPTIONS, async () => undefined)
    await expect(stream).rejects.toMatchObject({ kind: 'unreachable' })
    proxy.cutNextAnswer(n)
    const binary = async () => {
      for await (const _ of store.binary(numbers, { ...OPTIONS, rowBytes: 8 }));
    }
    await expect(binary()).rejects.toMatchObject({ kind: 'unreachable' })
  })

  test('a server that is gone is logged once, and used again when it is back', async () => {
    const [server] = database().servers
    expect(await countOf('events')).toEqual([{ count: '50' }])
    lines.splice(0)
    await server?.kill()
    for (let i = 0; i < 3; i++)
      await expect(countOf('events')).rejects.toMatchObject({ name: 'EngineError', kind: 'unreachable' })
    await server?.start()
    expect(await countOf('events')).toEqual([{ count: '50' }])
    const ofServer = lines.filter((line) => line.startsWith('The ClickHouse server'))
    expect(ofServer).toEqual([
      `The ClickHouse server ${proxy.origin} cannot be reached. Requests get a 503.`,
      `The ClickHouse server ${proxy.origin} answers again.`,
    ])
  })
})

test('a statement may have megabytes', async () => {
  const long = 'x'.repeat(4 * 1024 * 1024)
  expect(await store.rows(sql`SELECT length(${text(long)}) AS length`, OPTIONS)).toEqual([
    { length: String(long.length) },
  ])
})

test('a server waits while the receiver of its rows does', async () => {
  const all = 200_000_000
  const near = await openServerStore(database().url)
  const readSoFar = async () => {
    const [row] = await near.rows(
      sql`SELECT read_rows AS rows FROM system.processes WHERE query LIKE '%LIMIT 200000000'`,
      { ...OPTIONS, isUpkeep: true },
    )
    return Number((row as { rows: string } | undefined)?.rows)
  }
  const stop = new Error('enough')
  const streamed = near.stream(
    sql`SELECT number, repeat('x', 100) FROM numbers(1000000000) LIMIT 200000000`,
    OPTIONS,
    async () => {
      // The server has stopped reading if it reads nothing more between two looks.
      let before = -1
      let now = await readSoFar()
      while (now !== before) {
        before = now
        now = await readSoFar()
      }
      expect(now).toBeLessThan(all / 10)
      throw stop
    },
  )
  await expect(streamed).rejects.toBe(stop)
  await near.close()
})

test('a question of the reader is answered, and stopped by its signal', async () => {
  const { user, password } = ServerUrl.parse(database().readerUrl)
  const reading = await openServerStore(database().url, { reader: { user, password } })
  expect(await reading.rows(sql`SELECT currentUser() AS user`, OPTIONS)).toEqual([{ user }])
  await expect(reading.rows(sql`INSERT INTO note VALUES (1)`, OPTIONS)).rejects.toMatchObject({ code: 497 })
  await expect(reading.rows(sql`SELECT 1 SETTINGS readonly = 0`, OPTIONS)).rejects.toMatchObject({
    code: 164,
  })
  const endless = sql`SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1`
  const asked = reading.rows(endless, { ...OPTIONS, signal: AbortSignal.timeout(200) })
  await expect(asked).rejects.toMatchObject({ kind: 'cancelled' })
  await reading.close()
})

describe('a server that cannot be used', () => {
  const opened = (change: (url: string) => string) => openServerStore(change(database().url))

  test('for a wrong password', async () => {
    await expect(opened((url) => url.replace('owner-password', 'wrong'))).rejects.toThrow(
      'refuses the password of the user owner.',
    )
  })
  test('for missing rights, which are named', async () => {
    await expect(openServerStore(database().readerUrl)).rejects.toThrow('GRANT INSERT ON')
  })
  test('for several hosts without a cluster', async () => {
    await expect(opened((url) => url.replace('/test_', ',localhost/test_'))).rejects.toThrow(
      'CLICKHOUSE_CLUSTER',
    )
  })
})

test('a database that does not exist is made', async () => {
  const name = `${database().name}_new`
  const made = await openServerStore(database().url.replace(database().name, name))
  expect(await made.rows(sql`SELECT currentDatabase() AS name`, OPTIONS)).toEqual([{ name }])
  await made.command(`DROP DATABASE ${name}`)
  await made.close()
})

test('tables that were dropped are made again, whatever the record says', async () => {
  expect(await store.migrate(MIGRATIONS)).toEqual([])
  for (const table of ['events', 'unanchored_event', 'persons', 'person_root', 'groups', 'cohort_person'])
    await store.command(`DROP TABLE ${table} SYNC`)
  expect(await store.migrate(MIGRATIONS)).toHaveLength(5)
  expect(await countOf('events')).toEqual([{ count: '0' }])
})

test('tables belong to one installation', async () => {
  expect(await store.owner()).toBeNull()
  await store.claim('first')
  await store.claim('first')
  expect(await store.owner()).toBe('first')
  await expect(store.claim('second')).rejects.toThrow('belong to another installation')
})

test('a move into the tables is marked until it ends, and one of its runs is the newest', async () => {
  expect(await store.moveInto()).toBeNull()
  for (const run of ['z', 'a', 'b']) {
    await store.beginMove({ installation: 'first', run })
    expect(await store.moveInto()).toEqual({ installation: 'first', run })
  }
  // A run that began at the same moment, and saw the same runs before it.
  await store.insert('incoming_move', ['installation', 'number', 'run'], ['first\t3\ta'])
  expect(await store.moveInto()).toEqual({ installation: 'first', run: 'b' })
  await store.endMove()
  expect(await store.moveInto()).toBeNull()
})

test('frozen tables are those of one moment, and are dropped together', async () => {
  const first = await store.freeze()
  const second = await store.freeze()
  expect(second('events')).not.toBe(first('events'))
  const query = sql`SELECT count() AS count
FROM system.tables
WHERE database = currentDatabase() AND startsWith(name, 'frozen_')`
  expect(await store.rows(query, OPTIONS)).toEqual([{ count: '4' }])
  await store.thaw()
  expect(await store.rows(query, OPTIONS)).toEqual([{ count: '0' }])
})
