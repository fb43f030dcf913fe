import {
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DiskGuard, openDiskGuard } from '../../src/engine/embedded/disk/disk-guard.ts'
import type { EmbeddedEngine } from '../../src/engine/embedded/embedded-engine.ts'
import { EngineError } from '../../src/engine/engine-error.ts'
import { sql } from '../../src/fragments/fragment.ts'
import { createManualTimer } from '../fixtures/manual-timer.ts'
import { openTestEngine } from '../fixtures/open-test-engine.ts'

// The engine's count of failed writes only grows on a full disk, which `npm run crash` has. Here the test
// raises it.
const MiB = 1024 * 1024
const INSERTS = 4
const ROWS = 10

let folder = ''
let logged: string[] = []
let engine: EmbeddedEngine
let failedWrites = 0
let time = createManualTimer()
let guard: DiskGuard

const log = { warn: (_: object, sentence: string) => void logged.push(sentence) }
const engineFolder = () => join(folder, 'events')
const tableFolder = () => realpathSync(join(engineFolder(), 'data/default/kept'))
const open = (wasClosed: boolean) =>
  openTestEngine(engineFolder(), { queryMemoryBytes: 512 * MiB, wasClosed, timer: time.timer, log })
const openGuard = (reservedBytes = 0) =>
  openDiskGuard({
    engineFolder: engineFolder(),
    reservedBytes,
    failedWrites: async () => failedWrites,
    command: (text) => engine.command(text),
    timer: time.timer,
    log,
  })
const sum = async () => {
  const rows = await engine.rows(sql`SELECT sum(value) AS sum, count() AS count FROM kept`, {
    name: 'test',
    projectId: null,
  })
  return rows[0]
}
const ALL = { sum: '780', count: '40' }
const insert = (i: number) =>
  engine.insert(
    'kept',
    ['value'],
    Array.from({ length: ROWS }, (_, row) => String(i * ROWS + row)),
  )

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-disk-'))
  logged = []
  failedWrites = 0
  time = createManualTimer()
  engine = await open(true)
  await engine.command(
    'CREATE TABLE kept (value UInt64) ENGINE = MergeTree ORDER BY value SETTINGS old_parts_lifetime = 480',
  )
  for (let i = 0; i < INSERTS; i++) await insert(i)
  guard = await openGuard()
})
afterEach(async () => {
  await guard.close()
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

/** Merges all inserts, and empties the files of the merged part, like a full disk leaves them. */
async function mergeBadly(): Promise<string> {
  await engine.command('OPTIMIZE TABLE kept FINAL')
  const merged = `all_1_${INSERTS}_1`
  const path = join(tableFolder(), merged)
  for (const file of ['checksums.txt', 'data.bin', 'data.cmrk4'])
    if (existsSync(join(path, file))) truncateSync(join(path, file))
  return merged
}

test('a query that fails at an incomplete part is answered from the parts it was made of', async () => {
  const merged = await mergeBadly()
  await expect(sum()).rejects.toThrow(EngineError)
  failedWrites = 7
  expect(await guard.read(sum)).toEqual(ALL)
  expect(guard.state()).toMatchObject({ repairs: 1, brokenParts: 0 })
  expect(readdirSync(tableFolder())).not.toContain(merged)
  expect(readdirSync(join(tableFolder(), 'detached'))).toEqual([])
})

test('a failure has no repair while no write has failed', async () => {
  await mergeBadly()
  await expect(guard.read(sum)).rejects.toThrow(EngineError)
  expect(guard.state().repairs).toBe(0)
})

test('a look finds failed writes without any query, and keeps the parts of before', async () => {
  await engine.command('OPTIMIZE TABLE kept FINAL')
  // The guard looks twice in this time, so the merge is older than its last look.
  await time.pass(2_000)
  failedWrites = 1
  await time.pass(1_000)
  expect(guard.state().repairs).toBe(1)
  expect(logged).toEqual([
    'Writes to the disk have failed. The event store was repaired: no acknowledged event is lost.',
  ])
  expect(readdirSync(tableFolder())).toContain(`all_1_${INSERTS}_1`)
  expect(await sum()).toEqual(ALL)
})

test('a merge of the last moments gives way although it can be read', async () => {
  await engine.command('OPTIMIZE TABLE kept FINAL')
  failedWrites = 1
  await time.pass(1_000)
  expect(readdirSync(tableFolder())).not.toContain(`all_1_${INSERTS}_1`)
  expect(await sum()).toEqual(ALL)
})

test('a mutation of the last moments is carried out again', async () => {
  await engine.command('ALTER TABLE kept DELETE WHERE value < 10 SETTINGS mutations_sync = 2')
  failedWrites = 1
  await time.pass(1_000)
  // The engine has not carried the deletion out again yet, but queries apply it.
  expect(await sum()).toEqual({ sum: '735', count: '30' })
})

test('a file of a mutation that was cut off is deleted, and the table is attached', async () => {
  await engine.command('ALTER TABLE kept DELETE WHERE value < 10 SETTINGS mutations_sync = 2')
  const file = readdirSync(tableFolder()).find((name) => name.startsWith('mutation_')) ?? ''
  truncateSync(join(tableFolder(), file))
  failedWrites = 1
  await time.pass(1_000)
  expect(await sum()).toEqual(ALL)
})

test('a write next to a failed one is not acknowledged, whether it is stored or not', async () => {
  const write = guard.write(async () => {
    await insert(INSERTS)
    failedWrites = 1
  })
  await expect(write).rejects.toMatchObject({ kind: 'unsure' })
  expect(guard.state().repairs).toBe(1)
  expect(await sum()).toEqual({ sum: '1225', count: '50' })
})

test('a repair interrupts a long query, which runs again', async () => {
  let runs = 0
  const query = guard.read((interrupted) => {
    runs++
    if (runs > 1) return sum()
    failedWrites = 1
    return new Promise((_, reject) => {
      interrupted.addEventListener('abort', () => reject(new EngineError('cancelled', 'interrupted')))
    })
  })
  await time.pass(1_000)
  expect(await query).toEqual(ALL)
  expect(runs).toBe(2)
})

test('queries wait for a repair', async () => {
  await engine.command('OPTIMIZE TABLE kept FINAL')
  failedWrites = 1
  const look = time.pass(1_000)
  const sums = await Promise.all(Array.from({ length: 8 }, () => guard.read(sum)))
  await look
  for (const one of sums) expect(one).toEqual(ALL)
})

test('a part that cannot be read and that nothing replaces is reported at every start, and counted', async () => {
  await mergeBadly()
  await engine.close()
  for (let i = 1; i <= INSERTS; i++) rmSync(join(tableFolder(), `all_${i}_${i}_0`), { recursive: true })
  for (let start = 1; start <= 2; start++) {
    logged = []
    engine = await open(false)
    expect(engine.diskState().brokenParts).toBe(1)
    expect(logged).toEqual([expect.stringContaining('A part of the event store cannot be read')])
    await engine.close()
  }
  engine = await open(true)
})

test.each([true, false])(
  'after a kill the sources of the last merges are in use again (the folder was closed: %s)',
  async (wasClosed) => {
    await engine.command('OPTIMIZE TABLE kept FINAL')
    const merged = join(tableFolder(), `all_1_${INSERTS}_1`)
    await engine.close()
    engine = await open(wasClosed)
    expect(await sum()).toEqual(ALL)
    expect(existsSync(merged)).toBe(wasClosed)
  },
)

test('an empty definition is deleted; that of a table with rows stops the start', async () => {
  await engine.command(
    "CREATE DICTIONARY lost (a UInt64, b UInt64) PRIMARY KEY a SOURCE(CLICKHOUSE(QUERY 'SELECT 1, 2')) LAYOUT(FLAT()) LIFETIME(0)",
  )
  await engine.close()
  const definitions = join(engineFolder(), 'metadata/default')
  truncateSync(join(definitions, 'lost.sql'))
  const kept = readFileSync(join(definitions, 'kept.sql'))
  truncateSync(join(definitions, 'kept.sql'))
  await expect(open(true)).rejects.toThrow(/definition of a table .*kept\.sql/)
  writeFileSync(join(definitions, 'kept.sql'), kept)
  engine = await open(true)
  expect(await sum()).toEqual(ALL)
})

test('events are refused below the reserve', async () => {
  const full = await openGuard(Number.MAX_SAFE_INTEGER)
  expect(() => full.requireSpace()).toThrow(/MiB left/)
  expect(full.state().level).toBe('full')
  await full.close()
  expect(() => guard.requireSpace()).not.toThrow()
})
