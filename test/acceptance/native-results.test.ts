import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventStore } from '../../src/engine/event-store.ts'
import { type Fragment, sql } from '../../src/fragments/fragment.ts'
import { nativeBlocks, type Texts } from '../../src/sequences/native-block.ts'
import { openTestEngine } from '../fixtures/open-test-engine.ts'

let folder = ''
let engine: EventStore
const native = (query: Fragment, signal?: AbortSignal) =>
  engine.native(query, { name: 'test', projectId: null, signal })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-native-'))
  engine = await openTestEngine(join(folder, 'events'), { queryMemoryBytes: 1024 * 1024 * 1024 })
})
afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

test('a result is blocks: columns, rows, then the name, the type and the data of each column', async () => {
  const bytes = await native(sql`SELECT toUInt16(258) AS a`)
  expect([...bytes]).toEqual([1, 1, 1, ...Buffer.from('a'), 6, ...Buffer.from('UInt16'), 2, 1])
})

test('blocks of every type are decoded', async () => {
  const rows = 200_000
  const bytes = await native(sql`SELECT
  toUInt8(number % 256) AS u8,
  toUInt16(number % 65536) AS u16,
  toUInt32(number * 20000) AS u32,
  number * 90000000000000 AS u64,
  toInt64(number) - 100000 AS i64,
  number / 3 AS f64,
  if(number % 3 = 0, '', concat('ü', toString(number))) AS text,
  toLowCardinality(toString(number % 7)) AS few,
  toLowCardinality(toString(number)) AS many
FROM numbers(200000)`)
  let number = 0
  for (const { rows: count, columns } of nativeBlocks(bytes)) {
    const [u8, u16, u32, u64, i64, f64] = ['u8', 'u16', 'u32', 'u64', 'i64', 'f64'].map(
      (name) => columns.get(name) as Float64Array,
    )
    const textOf = (name: string, row: number) => {
      const { bytes, starts, ends, rows } = columns.get(name) as Texts
      const text = rows[row] ?? -1
      return bytes.toString('utf8', starts[text], ends[text])
    }
    for (let row = 0; row < count; row++, number++) {
      const numbers = [u8, u16, u32, u64, i64, f64].map((column) => column?.[row])
      const texts = ['text', 'few', 'many'].map((name) => textOf(name, row))
      const expected = [number % 256, number % 65_536, (number * 20_000) % 2 ** 32]
      const wide = [BigInt(number) * 90_000_000_000_000n, BigInt(number - 100_000), number / 3]
      const words = [number % 3 === 0 ? '' : `ü${number}`, String(number % 7), String(number)]
      // Compares texts, because 200,000 deep comparisons take ten seconds.
      if (String([...numbers, ...texts]) !== String([...expected, ...wide, ...words]))
        expect([...numbers, ...texts]).toEqual([...expected, ...wide, ...words])
    }
  }
  expect(number).toBe(rows)
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
  const closing = await openTestEngine(join(folder, 'events'), { queryMemoryBytes: 1024 * 1024 * 1024 })
  const asked = closing.native(sql`SELECT number FROM numbers(1000000)`, { name: 'test', projectId: null })
  await closing.close()
  expect((await asked).byteLength).toBeGreaterThan(8_000_000)
})
