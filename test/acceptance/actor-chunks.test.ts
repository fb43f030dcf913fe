import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmbeddedEngine } from '../../src/engine/embedded/embedded-engine.ts'
import type { EventStore } from '../../src/engine/event-store.ts'
import { type Fragment, nestedQuery, numeral, sql } from '../../src/fragments/fragment.ts'
import {
  actorChunks,
  type DividedRows,
  inActorRange,
  type RowsOfActors,
} from '../../src/insights/runs/actor-chunks.ts'
import { nativeBlocks } from '../../src/sequences/native-block.ts'
import { openTestEngine } from '../fixtures/open-test-engine.ts'

let folder = ''
let engine: EmbeddedEngine

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-chunks-'))
  engine = await openTestEngine(join(folder, 'events'), { queryMemoryBytes: 1024 * 1024 * 1024 })
})
afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

const rowsOf =
  (actor: Fragment, from: Fragment): RowsOfActors =>
  (range) =>
    sql`SELECT ${actor} AS actor
${from}${range === null ? sql`` : sql`\nWHERE ${inActorRange(actor, range)}`}`

const DAY_MS = 86_400_000
/** Rows of a single day are not divided into parts. */
const ONE_DAY: DividedRows = { haveTexts: true, bytesPerRow: 45, period: { fromMs: 0, toMs: DAY_MS } }

interface Chunk {
  readonly actors: Set<number | bigint>
  rows: number
  parts: number
  readonly sincesMs: number[]
}

/** Returns for each chunk its actors, its rows, and the parts in which it arrives. */
async function chunksOf(rows: RowsOfActors, events?: number, divided = ONE_DAY) {
  const chunks: Chunk[] = []
  let chunk: Chunk | undefined
  const options = { name: 'test', projectId: null, events }
  for await (const { bytes, sinceMs, endsChunk } of actorChunks(engine, rows, options, divided)) {
    chunk ??= { actors: new Set(), rows: 0, parts: 0, sincesMs: [] }
    chunk.parts++
    chunk.sincesMs.push(sinceMs)
    for (const block of nativeBlocks(bytes)) {
      chunk.rows += block.rows
      for (const actor of block.columns.get('actor') as Uint32Array) chunk.actors.add(actor)
    }
    if (!endsChunk) continue
    chunks.push(chunk)
    chunk = undefined
  }
  return chunks
}
const numbersOf = async (rows: RowsOfActors, events?: number) =>
  (await chunksOf(rows, events)).map(({ actors, rows }) => [actors.size, rows])

const NINE_MILLION = sql`FROM numbers(9000000)`

test.each([
  ['numbers of persons', sql`toUInt32(number % 1000)`],
  ['hashes', sql`cityHash64(toString(number % 1000))`],
])('nine million rows with %s are three chunks that share no actor', async (_, actor) => {
  const chunks = await chunksOf(rowsOf(actor, NINE_MILLION))
  expect(chunks).toHaveLength(3)
  expect(chunks.reduce((sum, { rows }) => sum + rows, 0)).toBe(9_000_000)
  expect(new Set(chunks.flatMap(({ actors }) => [...actors])).size).toBe(1000)
  expect(chunks.reduce((sum, { actors }) => sum + actors.size, 0)).toBe(1000)
  expect(Math.max(...chunks.map(({ rows }) => rows))).toBeLessThan(4_000_000)
})

test('an actor is never divided, however many rows it has', async () => {
  const actor = sql`toUInt32(if(number < 8000000, 5, number % 1000))`
  const chunks = await chunksOf(rowsOf(actor, NINE_MILLION))
  expect(chunks.filter(({ actors }) => actors.has(5))).toHaveLength(1)
  expect(chunks.reduce((sum, { rows }) => sum + rows, 0)).toBe(9_000_000)
})

test('a chunk of many rows comes in parts of its time, unless a query within its own would be asked for each', async () => {
  const period = { fromMs: 10 * DAY_MS + 1, toMs: 20 * DAY_MS }
  const startsMs: number[] = []
  const rowsIn =
    (from: Fragment): RowsOfActors =>
    (_, time) => {
      if (time !== null) startsMs.push(time.fromMs - period.fromMs)
      const day = sql`10 + number % 10`
      const dayOf = (ms: number) => numeral(Math.floor(ms / DAY_MS))
      const first = dayOf(time?.fromMs ?? 0)
      const end = dayOf(time?.toMs ?? 100 * DAY_MS)
      return sql`SELECT toUInt32(number % 1000) AS actor ${from} WHERE ${day} >= ${first} AND ${day} < ${end}`
    }
  const found = await chunksOf(rowsIn(sql`FROM numbers(5000000)`), undefined, {
    haveTexts: false,
    bytesPerRow: 16,
    period,
  })
  expect(found.map(({ rows, parts }) => [rows, parts])).toEqual([[5_000_000, 6]])
  expect(found[0]?.sincesMs).toEqual(startsMs)
  const within = rowsIn(sql`FROM (${nestedQuery(sql`SELECT number FROM numbers(5000000)`)})`)
  const whole = await chunksOf(within, undefined, { haveTexts: false, bytesPerRow: 16, period })
  expect(whole.map(({ rows, parts }) => [rows, parts])).toEqual([[5_000_000, 1]])
})

test('few rows are one chunk, even if many events were counted', async () => {
  const few = rowsOf(sql`toUInt32(number)`, sql`FROM numbers(10)`)
  expect(await numbersOf(few)).toEqual([[10, 10]])
  expect(await numbersOf(few, 10)).toEqual([[10, 10]])
  expect(await numbersOf(few, 1e9)).toEqual([[10, 10]])
})

test('no rows are one chunk without any', async () => {
  const none = rowsOf(sql`toUInt32(number)`, sql`FROM numbers(0)`)
  expect(await numbersOf(none)).toEqual([[0, 0]])
})

test('if few events were counted, the rows are not asked for twice', async () => {
  const rows = rowsOf(sql`toUInt32(number % 10)`, NINE_MILLION)
  expect(await numbersOf(rows, 4_000_000)).toEqual([[10, 9_000_000]])
})

test('a signal ends it', async () => {
  const abort = new AbortController()
  const rows = rowsOf(sql`toUInt32(number % 1000)`, NINE_MILLION)
  const chunks = actorChunks(engine, rows, { name: 'test', projectId: null, signal: abort.signal }, ONE_DAY)
  await chunks.next()
  abort.abort()
  await expect(chunks.next()).rejects.toMatchObject({ kind: 'cancelled' })
})

test('rows of which the index shows that they are few are not counted', async () => {
  await engine.command('CREATE TABLE few (actor UInt32) ENGINE = MergeTree ORDER BY actor')
  await engine.command('INSERT INTO few SELECT number % 10 FROM numbers(1000)')
  const asked: string[] = []
  const noting: Pick<EventStore, 'rows' | 'native' | 'resultBytes'> = {
    rows: (query, options) => {
      asked.push(options.name)
      return engine.rows(query, options)
    },
    native: engine.native,
    resultBytes: engine.resultBytes,
  }
  const rows = rowsOf(sql`actor`, sql`FROM few`)
  let bytes = 0
  for await (const chunk of actorChunks(
    noting,
    rows,
    { name: 'test', projectId: null, events: 1e9 },
    ONE_DAY,
  ))
    bytes += chunk.bytes.length
  expect(bytes).toBeGreaterThan(4000)
  expect(asked).toEqual(['test_estimate'])
})
