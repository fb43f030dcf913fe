import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EventStore } from '../../src/engine/event-store.ts'
import { sql, text } from '../../src/fragments/fragment.ts'
import { openTestEngine } from '../fixtures/open-test-engine.ts'

let folder = ''
let engine: EventStore
let lines: { readonly fields: Record<string, unknown>; readonly sentence: string }[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-log-'))
  engine = await openTestEngine(join(folder, 'events'), {
    querySeconds: 2,
    log: { warn: (fields, sentence) => lines.push({ fields: { ...fields }, sentence }) },
  })
})
afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  lines = []
})

const milliseconds = (least: number) => expect.toSatisfy((ms: number) => ms >= least && ms < least + 20_000)
const positive = expect.toSatisfy((count: number) => Number.isSafeInteger(count) && count > 0)

test('a quick query that succeeds leaves no line', async () => {
  await engine.rows(sql`SELECT 1`, { name: 'test.quick', projectId: 7 })
  expect(lines).toEqual([])
})

test('a slow query is logged with its name, project, times, rows and bytes', async () => {
  // The statement takes 0.4 seconds a row, and reads numbers of eight bytes.
  const query = sql`SELECT sum(number + sleepEachRow(0.4)) AS total FROM numbers(3)`
  expect(await engine.rows(query, { name: 'test.slow', projectId: 7 })).toEqual([{ total: '3' }])
  expect(lines).toEqual([
    {
      sentence: 'A query was slow.',
      fields: {
        query: 'test.slow',
        project: 7,
        failure: null,
        ms: milliseconds(1_200),
        waitedMs: milliseconds(0),
        rowsRead: 3,
        bytesRead: 24,
      },
    },
  ])
})

test('a query that fails at once is logged without its text', async () => {
  const secret = 'ada@example.com'
  const query = sql`SELECT throwIf(${text(secret)} != '', ${text(secret)})`
  await expect(engine.rows(query, { name: 'test.failing', projectId: null })).rejects.toThrow(secret)
  expect(lines).toMatchObject([
    {
      sentence: 'A query failed.',
      fields: { query: 'test.failing', project: null, failure: 'other', rowsRead: null, bytesRead: null },
    },
  ])
  expect(JSON.stringify(lines)).not.toContain(secret)
  expect(JSON.stringify(lines)).not.toContain('throwIf')
})

/** A statement that would take hours. */
const ENDLESS = sql`SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1`

test('a query that runs out of time is logged with the rows and bytes of the last look-up', async () => {
  await expect(engine.rows(ENDLESS, { name: 'test.endless', projectId: 7 })).rejects.toMatchObject({
    kind: 'timeout',
  })
  const fields = { query: 'test.endless', failure: 'timeout', rowsRead: positive, bytesRead: positive }
  expect(lines).toMatchObject([{ sentence: 'A query failed.', fields }])
})

test('a cancelled query is logged only if it was slow', async () => {
  const soon = engine.rows(ENDLESS, {
    name: 'test.left',
    projectId: 7,
    signal: AbortSignal.timeout(200),
  })
  await expect(soon).rejects.toMatchObject({ kind: 'cancelled' })
  expect(lines).toEqual([])
  const late = engine.rows(ENDLESS, {
    name: 'test.left late',
    projectId: 7,
    signal: AbortSignal.timeout(1_200),
  })
  await expect(late).rejects.toMatchObject({ kind: 'cancelled' })
  expect(lines).toMatchObject([{ fields: { query: 'test.left late', failure: 'cancelled' } }])
})

test('a stream that fails is logged, and is an EngineError', async () => {
  const query = sql`SELECT toUInt32(throwIf(number = 3)) FROM numbers(5)`
  const read = async () => {
    for await (const _ of engine.binary(query, { name: 'test.stream', projectId: null, rowBytes: 4 }));
  }
  await expect(read()).rejects.toMatchObject({ name: 'EngineError', kind: 'other' })
  expect(lines).toMatchObject([{ fields: { query: 'test.stream', failure: 'other' } }])
})
