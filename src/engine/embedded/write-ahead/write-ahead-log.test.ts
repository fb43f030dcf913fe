import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Fragment, sql } from '#fragments/fragment.ts'
import { createManualTimer } from '../../../../test/fixtures/manual-timer.ts'
import { openTestEngine } from '../../../../test/fixtures/open-test-engine.ts'
import { ENGINE_MIGRATIONS } from '../../../app/schema-version.ts'
import type { EmbeddedEngine } from '../embedded-engine.ts'

const COLUMNS = ['project_id', 'event', 'day', 'ts', 'person', 'distinct_id', 'uuid', 'properties_raw']
const ASKED = { name: 'test', projectId: null }
const EVENTS = sql`SELECT event, day FROM events ORDER BY day, event`

let folder = ''
let engine: EmbeddedEngine
let warnings: string[] = []
let time = createManualTimer()

const logFolder = () => join(folder, 'write-ahead')
const logFiles = () => readdirSync(logFolder()).filter((name) => !name.startsWith('tmp_'))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-log-'))
  engine = await reopen()
})
afterEach(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

async function reopen(): Promise<EmbeddedEngine> {
  warnings = []
  time = createManualTimer()
  const log = { warn: (_: object, sentence: string) => void warnings.push(sentence) }
  const opened = await openTestEngine(folder, { timer: time.timer, log })
  await opened.migrate(ENGINE_MIGRATIONS)
  return opened
}

let uuids = 0
const eventOf = (name: string, day = '2026-11-01') => {
  const uuid = `00000000-0000-4000-8000-${String(++uuids).padStart(12, '0')}`
  return {
    line: [1, name, day, `${day} 12:00:00.000`, 1, 'ada', uuid, '{"list":[1]}'].join('\t'),
    flat: '{"list":"[1]"}',
  }
}
const log = (...rows: ReturnType<typeof eventOf>[]) => engine.insertDeferrable('events', COLUMNS, rows)
const rows = (query: Fragment) => engine.rows(query, ASKED)
const names = async () => (await rows(EVENTS)).map((row) => (row as { event: string }).event)
const writesOf = async (work: () => Promise<unknown>) => {
  const before = engine.writeCount()
  await work()
  return engine.writeCount() - before
}

/** Copies the only file of the log. Returns a function that puts it back, as a crash would leave it. */
function copyOfLog(): () => void {
  const [name = ''] = logFiles()
  const bytes = readFileSync(join(logFolder(), name))
  return () => writeFileSync(join(logFolder(), name), bytes)
}

test('each way of reading has the rows of the log', async () => {
  const read: Record<string, () => Promise<unknown>> = {
    rows: () => rows(EVENTS),
    native: () => engine.native(EVENTS, ASKED),
    parquet: () => engine.parquet(EVENTS, ASKED),
    stream: () => engine.stream(EVENTS, ASKED, async () => undefined),
    binary: async () => {
      for await (const _ of engine.binary(sql`SELECT person FROM events`, { ...ASKED, rowBytes: 4 }));
    },
    partsByMonth: () => engine.partsByMonth(),
    usedNumbers: () => engine.usedNumbers(),
    storedParts: () => engine.frozen(async () => undefined),
  }
  for (const [way, reading] of Object.entries(read)) {
    expect(await writesOf(() => log(eventOf(way))), way).toBe(0)
    expect(await writesOf(reading), way).toBe(1)
  }
  expect((await names()).sort()).toEqual(Object.keys(read).sort())
})

test('the rows of many calls are inserted together, those of each month and table apart', async () => {
  const calls = Array.from({ length: 20 }, (_, i) =>
    eventOf(`call ${i}`, i % 2 ? '2026-10-31' : '2026-11-01'),
  )
  await Promise.all(calls.map((call) => log(call)))
  await engine.insertDeferrable(
    'person_root',
    ['project_id', 'person', 'root', 'version'],
    [{ line: '1\t2\t3\t4', flat: '' }],
  )
  expect(await writesOf(names)).toBe(3)
  expect(await names()).toHaveLength(20)
  expect(await rows(sql`SELECT root FROM person_root`)).toEqual([{ root: 3 }])
  const read = sql`SELECT DISTINCT CAST(properties.list, 'Nullable(String)') AS list FROM events`
  expect(await rows(read)).toEqual([{ list: '[1]' }])
})

test('rows are inserted after a second without a query', async () => {
  await log(eventOf('paid'))
  await time.pass(999)
  expect(logFiles()).toHaveLength(1)
  expect(await writesOf(() => time.pass(1))).toBe(1)
  expect(logFiles()).toEqual([])
  // Then space is kept for the next rows.
  expect(readdirSync(logFolder())).toEqual(['tmp_kept_space'])
})

test('a file that a crash has left is inserted by the next start, and its rows that are stored only once', async () => {
  await log(eventOf('first'), eventOf('second', '2026-10-31'))
  const putBack = copyOfLog()
  expect(await names()).toEqual(['second', 'first'])
  await log(eventOf('third'))
  await engine.close()
  expect(logFiles()).toEqual([])

  putBack()
  engine = await reopen()
  expect(await names()).toEqual(['second', 'first', 'third'])
  await engine.command("ALTER TABLE events DELETE WHERE event = 'first' SETTINGS mutations_sync = 2")
  await engine.close()
  putBack()
  engine = await reopen()
  expect(await names()).toEqual(['second', 'first', 'third'])
  expect(warnings).toEqual([])
})

test('a record that was cut off is left out, and a damaged one is told and kept', async () => {
  await log(eventOf('first'))
  await log(eventOf('second'))
  const putBack = copyOfLog()
  const [name = ''] = logFiles()
  await engine.close()
  await rm(folder, { recursive: true, force: true })
  engine = await reopen()
  await engine.close()
  putBack()
  const path = join(logFolder(), name)
  const whole = readFileSync(path)
  writeFileSync(path, whole.subarray(0, whole.length - 1))
  engine = await reopen()
  expect(await names()).toEqual(['first'])
  expect(warnings).toEqual([])
  await engine.close()

  putBack()
  const last = whole.length - 1
  whole[last] = (whole[last] ?? 0) ^ 1
  writeFileSync(path, whole)
  engine = await reopen()
  expect(await names()).toEqual(['first'])
  expect(warnings).toEqual([expect.stringContaining(`${path}.damaged keeps them`)])
  await engine.close()
  expect(logFiles()).toEqual([`${name}.damaged`])
  engine = await reopen()
  expect(warnings).toEqual([])
})

test('when a change of rows begins, no file of the log can bring them back', async () => {
  const changes: Record<string, () => Promise<unknown>> = {
    deleteEvents: () => engine.deleteEvents({ projectId: 1, conditions: [], month: null }),
    emptyCopy: () => engine.emptyCopy('persons'),
    deleteRows: () => engine.deleteRows('persons', 1),
    command: () => engine.command('OPTIMIZE TABLE events'),
  }
  for (const [name, change] of Object.entries(changes)) {
    await log(eventOf(name))
    expect(logFiles(), name).toHaveLength(1)
    await change()
    expect(logFiles(), name).toEqual([])
  }
})

test('nothing is appended while the store is frozen', async () => {
  const order: string[] = []
  let appended: Promise<unknown> = Promise.resolve()
  await log(eventOf('before'))
  await engine.frozen(async () => {
    expect(logFiles()).toEqual([])
    appended = log(eventOf('meanwhile')).then(() => order.push('appended'))
    expect(await names()).toEqual(['before'])
    order.push('thawed')
  })
  await appended
  expect(order).toEqual(['thawed', 'appended'])
  expect(await names()).toEqual(['before', 'meanwhile'])
})

test('rows that cannot be inserted stay in the log, also over a restart', async () => {
  await engine.command('RENAME TABLE events TO other')
  await log(eventOf('paid'))
  await expect(rows(sql`SELECT 1`)).rejects.toMatchObject({ kind: 'insert_failed', code: 60 })
  await time.pass(1_000)
  expect(warnings).toContainEqual(expect.stringContaining('stay in the write-ahead log for now'))
  // Further rows are refused at once, so that the log does not grow.
  await expect(log(eventOf('late'))).rejects.toMatchObject({ kind: 'other', code: 60 })
  await engine.close()
  expect(warnings.at(-1)).toContain('stay in the write-ahead log until the next start')
  expect(logFiles()).toHaveLength(1)

  engine = await reopen()
  await expect(engine.deleteEvents({ projectId: 1, conditions: [], month: null })).rejects.toMatchObject({
    code: 60,
  })
  await engine.remakeTables(ENGINE_MIGRATIONS)
  expect(await names()).toEqual(['paid'])
})

test('remade tables have the rows of the log, but not those of copies of the metadata', async () => {
  await log(eventOf('paid'))
  await engine.insertDeferrable(
    'persons',
    ['project_id', 'person', 'version', 'properties_raw'],
    [{ line: '1\t2\t3\t{}', flat: '' }],
  )
  await engine.remakeTables(ENGINE_MIGRATIONS)
  expect(await names()).toEqual(['paid'])
  expect(await rows(sql`SELECT count() AS count FROM persons`)).toEqual([{ count: '0' }])
})

test('tables whose record is lost as well can be made while the log has rows of them', async () => {
  await log(eventOf('paid'))
  const putBack = copyOfLog()
  await engine.close()
  await rm(folder, { recursive: true, force: true })
  const empty = await openTestEngine(folder)
  await empty.close()
  putBack()
  engine = await reopen()
  expect(await names()).toEqual(['paid'])
})

test('the question whether the store answers does not wait for the log', async () => {
  await engine.command('RENAME TABLE events TO other')
  await log(eventOf('paid'))
  const alive = () => engine.rows(sql`SELECT 1 AS one`, { ...ASKED, readsNoRows: true })
  expect(await alive()).toEqual([{ one: 1 }])
  await expect(rows(sql`SELECT 1`)).rejects.toMatchObject({ kind: 'insert_failed' })
  expect(await alive()).toEqual([{ one: 1 }])
  await engine.command('RENAME TABLE other TO events')
  expect(await names()).toEqual(['paid'])
})

test('a closed store refuses rows and queries', async () => {
  await log(eventOf('paid'))
  const asked = names()
  const closed = engine.close()
  await expect(log(eventOf('late'))).rejects.toMatchObject({ kind: 'closed' })
  await expect(names()).rejects.toMatchObject({ kind: 'closed' })
  expect(await asked).toEqual(['paid'])
  await closed
  engine = await reopen()
  expect(await names()).toEqual(['paid'])
})
