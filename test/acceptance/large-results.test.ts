import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventStore, QueryOptions } from '../../src/engine/event-store.ts'
import { type Fragment, sql } from '../../src/fragments/fragment.ts'
import { openTestEngine } from '../fixtures/open-test-engine.ts'

let folder = ''
let engine: EventStore
/** Returns the rows of a result that is read chunk by chunk. */
const large = (query: Fragment, options: Partial<QueryOptions> = {}) =>
  engine.rows(query, { name: 'test', projectId: null, isLarge: true, ...options })
/** A statement that would take hours. */
const ENDLESS = sql`SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-large-'))
  engine = await openTestEngine(join(folder, 'events'))
})
afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

test('the rows are those of a small result, in their order', async () => {
  const query = sql`SELECT number, repeat('ü', 100) AS text, [number, 1] AS list FROM numbers(10000)`
  expect(await large(query)).toEqual(await engine.rows(query, { name: 'test', projectId: null }))
})

test('a result without rows is an empty list', async () =>
  expect(await large(sql`SELECT number FROM numbers(9000) WHERE number > 9000`)).toEqual([]))

test('a result at the limit of rows is whole, and one beyond it is refused', async () => {
  expect(await large(sql`SELECT number FROM numbers(200000)`)).toHaveLength(200_000)
  await expect(large(sql`SELECT number FROM numbers(200001)`)).rejects.toMatchObject({ kind: 'too_large' })
})

test('a result beyond the limit of bytes is refused, and the next question is answered', async () => {
  const wide = sql`SELECT repeat('x', 1000) AS text FROM numbers(60000)`
  await expect(large(wide)).rejects.toMatchObject({ kind: 'too_large' })
  expect(await large(sql`SELECT 1 AS a`)).toEqual([{ a: 1 }])
})

test('a failure after the first rows gives no rows, to this question or the next', async () => {
  const late = sql`SELECT throwIf(number = 150000) AS a FROM numbers(160000)`
  await expect(large(late)).rejects.toMatchObject({ code: 395 })
  for (let i = 0; i < 8; i++) expect(await large(sql`SELECT 1 AS a`)).toEqual([{ a: 1 }])
})

test('a question is cancelled', () =>
  expect(large(ENDLESS, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({ kind: 'cancelled' }))

test('a question ends at the limit of time', async () => {
  const impatient = await openTestEngine(join(folder, 'events'), { querySeconds: 1 })
  try {
    const asked = impatient.rows(ENDLESS, { name: 'test', projectId: null, isLarge: true })
    await expect(asked).rejects.toMatchObject({ kind: 'timeout' })
  } finally {
    await impatient.close()
  }
})

// When the time limit passes after the question has read all its data, the engine may end the result after
// some blocks of rows as if these were all, without an error (chdb 3.4.0). Each way of reading gets a few
// rows here before the limit.
test('a question that passes the limit of time after its first rows is refused, not cut', async () => {
  const impatient = await openTestEngine(join(folder, 'events'), {
    ...{ querySeconds: 0.1, queryMemoryBytes: 1024 ** 3, memoryBytes: 2 * 1024 ** 3 },
  })
  // Three blocks of up to 65 MB, each of which takes more than 0.1 seconds to print.
  const slow = sql`SELECT repeat('x', 1000) AS text FROM numbers(150000)`
  const options = { name: 'test', projectId: null }
  try {
    for (const ask of [
      () => impatient.rows(slow, options),
      () => impatient.rows(slow, { ...options, isLarge: true }),
      () => impatient.native(slow, options),
      () => impatient.parquet(slow, options),
    ])
      await expect(ask().then(({ length }) => length)).rejects.toMatchObject({ kind: 'timeout' })
  } finally {
    await impatient.close()
  }
})

// Code 36 says that only a SELECT can be streamed.
test('a question cannot write', () =>
  expect(large(sql`DROP TABLE events`)).rejects.toMatchObject({ code: 36 }))

test('what was read is not known', async () => {
  const reads: unknown[] = []
  await large(sql`SELECT 1 AS a`, { onRead: (read) => reads.push(read) })
  expect(reads).toEqual([null])
})
