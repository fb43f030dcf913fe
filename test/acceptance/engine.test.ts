import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tabField } from '../../src/engine/tab-separated.ts'
import { bound, type Fragment, sql } from '../../src/fragments/fragment.ts'
import { openInProcessPersonRoots } from '../../src/insights/answering/in-process-person-roots.ts'
import { fromGolden } from '../fixtures/golden-statement.ts'
import { STORE_FORMS, type TestStore } from '../fixtures/store-forms.ts'

const MIGRATIONS = fileURLToPath(new URL('../../migrations/clickhouse', import.meta.url))
const INSIGHTS = fileURLToPath(new URL('../../src/insights', import.meta.url))

/** A statement that would take hours. */
const ENDLESS = sql`SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1`

describe.each(STORE_FORMS)('$name', ({ useStores }) => {
  const open = useStores()
  let engine: TestStore
  const rows = (query: Fragment) => engine.rows(query, { name: 'test', projectId: null })

  beforeAll(async () => {
    engine = await open()
  })
  afterAll(() => engine.close())

  describe('the schema', () => {
    test('is created once', async () => {
      expect(await engine.migrate(MIGRATIONS)).toEqual([
        '0001_events.sql',
        '0002_people_and_groups.sql',
        '0003_unanchored_events.sql',
        '0004_cohorts.sql',
        '0005_flat_properties.sql',
      ])
      expect(await engine.migrate(MIGRATIONS)).toEqual([])
    })

    const goldens = readdirSync(INSIGHTS, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.sql'),
    )
    test('has golden statements', () => {
      expect(goldens.length).toBeGreaterThanOrEqual(11)
    })
    test('has the dictionary of merged persons that some of them read', async () => {
      const roots = await openInProcessPersonRoots(engine)
      // The golden statements belong to project 7.
      await roots.changed(7)
      expect(await roots.ready(7)).toBe(true)
    })
    test.each(goldens)('can answer %s', async (file) => {
      const query = fromGolden(readFileSync(join(INSIGHTS, file), 'utf8'))
      expect(await rows(sql`EXPLAIN ${query}`)).not.toEqual([])
    })
  })

  describe('rows', () => {
    test('64-bit integers arrive as text, none rounded', async () => {
      const largest = bound('Int64', 18_446_744_073_709_551_615n)
      expect(
        await rows(sql`SELECT ${largest} AS a, toInt64(-9223372036854775808) AS b, toUInt32(7) AS c`),
      ).toEqual([{ a: '18446744073709551615', b: '-9223372036854775808', c: 7 }])
    })

    test('no rows are an empty list', async () => {
      expect(await rows(sql`SELECT 1 WHERE false`)).toEqual([])
    })

    test('more concurrent queries than run at once are all answered', async () => {
      const numbers = Array.from({ length: 20 }, (_, i) => i)
      const answers = await Promise.all(numbers.map((n) => rows(sql`SELECT ${bound('UInt32', n)} AS n`)))
      expect(answers).toEqual(numbers.map((n) => [{ n }]))
    })
  })

  describe('limits', () => {
    test('time', async () => {
      const impatient = await open({ querySeconds: 1 })
      await expect(impatient.rows(ENDLESS, { name: 'test', projectId: null })).rejects.toMatchObject({
        kind: 'timeout',
      })
      expect(await impatient.rows(sql`SELECT 1 AS a`, { name: 'test', projectId: null })).toEqual([{ a: 1 }])
      await impatient.close()
    })

    test('memory', async () => {
      // The query needs 800 MB for its numbers, and may use 100 MiB.
      await expect(
        rows(sql`SELECT length(groupArray(number)) FROM numbers(100000000)`),
      ).rejects.toMatchObject({
        kind: 'memory',
      })
    })

    test('rows', async () => {
      await expect(rows(sql`SELECT number FROM numbers(200001)`)).rejects.toMatchObject({ kind: 'too_large' })
      expect(await rows(sql`SELECT number FROM numbers(200000)`)).toHaveLength(200_000)
    })

    test.each<[string, Fragment]>([
      ['insert', sql`INSERT INTO events (project_id) VALUES (1)`],
      ['create', sql`CREATE TABLE mine (a UInt8) ENGINE = Memory`],
      ['drop', sql`DROP TABLE events`],
      ['delete', sql`ALTER TABLE events DELETE WHERE true`],
      ['lift its limits', sql`SET max_execution_time = 0`],
      ['lift them inside', sql`SELECT 1 SETTINGS max_execution_time = 0`],
    ])('a question cannot %s', async (_name, query) => {
      // Code 164 means READONLY.
      await expect(rows(query)).rejects.toMatchObject({ code: 164 })
    })
  })

  describe('insert', () => {
    beforeAll(() =>
      engine.command('CREATE TABLE note (id UInt8, text String) ENGINE = MergeTree ORDER BY id'),
    )

    test('is visible at once, and text comes back as it was', async () => {
      const texts = ['', 'tab\there', 'line\nend\r', 'back\\slash\\n', 'nul\0', "quote'", '\\N', '\u{1F600}']
      await engine.insert(
        'note',
        ['id', 'text'],
        texts.map((text, id) => `${id}\t${tabField(text)}`),
      )
      expect(await rows(sql`SELECT text FROM note ORDER BY id`)).toEqual(texts.map((text) => ({ text })))
    })

    test('adds all rows or none', async () => {
      const before = await rows(sql`SELECT count() AS count FROM note`)
      const lines = ['100\tgood', 'no number\tbad', '101\tgood']
      await expect(engine.insert('note', ['id', 'text'], lines)).rejects.toMatchObject({
        name: 'EngineError',
      })
      expect(await rows(sql`SELECT count() AS count FROM note`)).toEqual(before)
    })
  })

  describe('cancel', () => {
    /**
     * Returns the number of endless queries in the engine, including those that failed but still hold their
     * memory.
     */
    const running = async () => {
      const ours = sql`endsWith(query, 'sipHash64(number) = 1')`
      const found = await engine.rows(sql`SELECT 1 FROM system.processes WHERE ${ours}`, {
        name: 'test',
        projectId: null,
        isUpkeep: true,
      })
      return found.length
    }

    test('a running query has ended when its call is rejected', async () => {
      const abort = new AbortController()
      const asked = engine.rows(ENDLESS, { name: 'test', projectId: null, signal: abort.signal })
      const told = expect(asked).rejects.toMatchObject({ name: 'EngineError', kind: 'cancelled' })
      while ((await running()) === 0);
      abort.abort()
      await told
      expect(await running()).toBe(0)
    })

    test('a query among others ends, and the others go on', async () => {
      const [first, other] = [new AbortController(), new AbortController()]
      const asked = [first, other].map(({ signal }) =>
        engine.rows(ENDLESS, { name: 'test', projectId: null, signal }),
      )
      const told = asked.map((one) => expect(one).rejects.toMatchObject({ kind: 'cancelled' }))
      while ((await running()) < 2);
      first.abort()
      await told[0]
      expect(await running()).toBe(1)
      other.abort()
      await told[1]
      expect(await running()).toBe(0)
    })

    test('a query that has just been started is stopped as well', async () => {
      for (let i = 0; i < 10; i++) {
        const abort = new AbortController()
        const asked = engine.rows(ENDLESS, { name: 'test', projectId: null, signal: abort.signal })
        const told = expect(asked).rejects.toMatchObject({ kind: 'cancelled' })
        abort.abort()
        await told
      }
      expect(await running()).toBe(0)
    })

    test('a waiting query never begins, and the others go on', async () => {
      const busy = Array.from({ length: 4 }, () => new AbortController())
      const asked = busy.map(({ signal }) =>
        engine.rows(ENDLESS, { name: 'test', projectId: null, signal }).catch(() => 'ended'),
      )
      const waiting = new AbortController()
      const told = expect(
        engine.rows(sql`SELECT throwIf(true, 'begun')`, {
          name: 'test',
          projectId: null,
          signal: waiting.signal,
        }),
      ).rejects.toMatchObject({ kind: 'cancelled' })
      const patient = engine.rows(sql`SELECT 1 AS a`, { name: 'test', projectId: null })
      waiting.abort()
      await told
      for (const one of busy) one.abort()
      expect(await Promise.all(asked)).toEqual(['ended', 'ended', 'ended', 'ended'])
      expect(await patient).toEqual([{ a: 1 }])
    })

    test('a query with an aborted signal never begins', async () => {
      const asked = engine.rows(ENDLESS, { name: 'test', projectId: null, signal: AbortSignal.abort() })
      await expect(asked).rejects.toMatchObject({ kind: 'cancelled' })
    })

    test('a signal that never aborts has no effect', async () => {
      const { signal } = new AbortController()
      expect(await engine.rows(sql`SELECT 1 AS a`, { name: 'test', projectId: null, signal })).toEqual([
        { a: 1 },
      ])
      await expect(
        engine.rows(sql`SELECT throwIf(true)`, { name: 'test', projectId: null, signal }),
      ).rejects.toMatchObject({
        code: 395,
      })
    })
  })

  test('close waits for earlier queries and refuses later ones', async () => {
    const closing = await open()
    const order: string[] = []
    // The work takes some time, and is done more often than queries run at once.
    const work = sql`SELECT count() AS count FROM numbers(5000000) WHERE sipHash64(number) = 1`
    const asked = Array.from({ length: 10 }, async () => {
      const answer = await closing.rows(work, { name: 'test', projectId: null })
      order.push('answered')
      return answer
    })
    const closed = closing.close().then(() => order.push('closed'))
    await expect(closing.rows(sql`SELECT 1`, { name: 'test', projectId: null })).rejects.toMatchObject({
      kind: 'closed',
    })
    await expect(closing.insert('note', ['id'], ['1'])).rejects.toMatchObject({ kind: 'closed' })
    await closed
    expect(await Promise.all(asked)).toEqual(asked.map(() => [{ count: '0' }]))
    expect(order.slice(-2)).toEqual(['answered', 'closed'])
  })
})
