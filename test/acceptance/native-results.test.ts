import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../../src/engine/engine.ts'
import { type Fragment, sql } from '../../src/sql/fragment.ts'
import { openTestEngine } from '../fixtures/open-test-engine.ts'

let folder = ''
let engine: Engine
const native = (query: Fragment, signal?: AbortSignal) =>
  engine.native(query, { name: 'test', projectId: null, signal })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-native-'))
  engine = await openTestEngine(join(folder, 'events'))
})
afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

test('a result is blocks: columns, rows, then the name, the type and the data of each column', async () => {
  const bytes = await native(sql`SELECT toUInt16(258) AS a`)
  expect([...bytes]).toEqual([1, 1, 1, ...Buffer.from('a'), 6, ...Buffer.from('UInt16'), 2, 1])
})

test('no rows are no bytes', async () => {
  expect((await native(sql`SELECT 1 WHERE false`)).byteLength).toBe(0)
})

test('there is no limit of rows', async () => {
  const bytes = await native(sql`SELECT toUInt8(number) AS a FROM numbers(10000000)`)
  expect(bytes.byteLength).toBeGreaterThan(10_000_000)
})

test('more than 256 MiB are refused', async () => {
  const tooMany = sql`SELECT number FROM numbers(34000000)`
  await expect(native(tooMany)).rejects.toMatchObject({ name: 'EngineError', kind: 'too_large' })
})

test('the bytes can be given to another thread without a copy', async () => {
  const bytes = await native(sql`SELECT number FROM numbers(1000000)`)
  expect(bytes.byteLength).toBe(bytes.buffer.byteLength)
  const moved = structuredClone(bytes, { transfer: [bytes.buffer as ArrayBuffer] })
  expect(moved.byteLength).toBeGreaterThan(8_000_000)
  expect(bytes.byteLength).toBe(0)
})

test('a failed query leaves nothing for the next one', async () => {
  const failsHalfway = sql`SELECT number, throwIf(number = 1500000, 'halfway') FROM numbers(2000000)`
  await expect(native(failsHalfway)).rejects.toMatchObject({ name: 'EngineError', code: 395 })
  for (let i = 0; i < 8; i++) expect((await native(sql`SELECT toUInt8(7) AS a`)).at(-1)).toBe(7)
})

test('a query ends when its signal aborts', async () => {
  const abort = new AbortController()
  const asked = native(
    sql`SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1`,
    abort.signal,
  )
  const told = expect(asked).rejects.toMatchObject({ name: 'EngineError', kind: 'cancelled' })
  abort.abort()
  await told
})

test('close waits for it', async () => {
  const closing = await openTestEngine(join(folder, 'events'))
  const asked = closing.native(sql`SELECT number FROM numbers(1000000)`, { name: 'test', projectId: null })
  await closing.close()
  expect((await asked).byteLength).toBeGreaterThan(8_000_000)
})
