import { setImmediate as nextLoopTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createUserStore } from '#metadata/access/user-store.ts'
import { createProjectStore } from '#metadata/projects/project-store.ts'
import { countTurns } from '../../../test/fixtures/count-turns.ts'
import { deleteResultsMeanwhile, refuseDeletions } from '../../../test/fixtures/metadata-faults.ts'
import { seededRandom } from '../../../test/fixtures/seeded-random.ts'
import { useMetadata } from '../../../test/fixtures/use-metadata.ts'
import { cachedBytes } from './cached-bytes.ts'
import { createCachedResultStore, type NewResult, type StoredResult } from './cached-result-store.ts'

/** A result with its whole text. */
interface Result extends Omit<NewResult, 'lines'> {
  readonly answer: string
}

const server = useMetadata()
const MINUTE_MS = 60_000
const ROW_BYTES = 400

async function newProject(): Promise<number> {
  await server.metadata.deleteFrom('answer').execute()
  const user = { email: `${Math.random()}@example.com`, firstName: 'Ada', passwordHash: null }
  const { id: userId } = await createUserStore(server.metadata).create(user, 0)
  const settings = { timezone: 'UTC', weekStartDay: 0 as const, testAccountFilters: [] }
  const project = { name: 'One', apiToken: `phc_${Math.random()}`, ...settings }
  return (await createProjectStore(server.metadata).create(project, userId, 0)).id
}
const row = (projectId: number, key: string, bytes = 1000, at = 0): Result => ({
  key,
  projectId,
  freshness: 'fresh',
  // One byte less, because a line end follows.
  answer: 'x'.repeat(bytes - ROW_BYTES - 1),
  timezone: 'UTC',
  refreshedAt: new Date(at).toISOString(),
})
/** Opens a store that takes and returns results with their whole text. */
function openStore(maxBytes: number) {
  const store = createCachedResultStore(server.metadata, maxBytes)
  const put = ({ answer, ...result }: Result, nowMs: number) =>
    store.put({ ...result, lines: answer.split('\n') }, nowMs)
  const find = async (projectId: number, key: string, nowMs: number): Promise<Result | null> => {
    const found = await store.find(projectId, key, nowMs)
    return found && withText(found)
  }
  return { ...store, put, find }
}
async function withText({ lines, ...result }: StoredResult): Promise<Result> {
  const read: string[] = []
  for await (const line of lines()) read.push(line)
  return { ...result, answer: read.join('\n') }
}

const keysIn = async () =>
  (await server.metadata.selectFrom('answer').select('key').orderBy('key').execute()).map(({ key }) => key)

async function bytesOf(key: string): Promise<number> {
  const { bytes } = await server.metadata
    .selectFrom('answer')
    .select('bytes')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

test('a cached result is found in its project only', async () => {
  const projectId = await newProject()
  const store = openStore(10_000)
  const kept = row(projectId, 'a')
  expect(await store.put(kept, 0)).toBe(true)
  expect(await store.find(projectId, 'a', 0)).toEqual(kept)
  expect([await store.find(projectId + 1, 'a', 0), await store.find(projectId, 'b', 0)]).toEqual([null, null])
  expect([...(await store.byKeys(projectId, ['b', 'a'], 0)).keys()]).toEqual(['a'])
})

test('the least recently used results are evicted, and together they never take more than the limit', async () => {
  const projectId = await newProject()
  const store = openStore(4_000)
  for (const [i, key] of ['a', 'b', 'c', 'd'].entries()) await store.put(row(projectId, key), i)
  // This use is recorded, because the last recorded use is long ago.
  await store.find(projectId, 'a', 10 * MINUTE_MS)
  await store.put(row(projectId, 'e', 500), 20 * MINUTE_MS)
  expect(await keysIn()).toEqual(['a', 'c', 'd', 'e'])
  await store.put(row(projectId, 'c', 1000), 21 * MINUTE_MS)
  await store.put(row(projectId, 'f', 500), 22 * MINUTE_MS)
  expect(await keysIn()).toEqual(['a', 'c', 'd', 'e', 'f'])
  await store.put(row(projectId, 'g', 1000), 23 * MINUTE_MS)
  expect(await keysIn()).toEqual(['a', 'c', 'e', 'f', 'g'])
})

test('a result that was used before the clock was set back is not kept longer than others', async () => {
  const projectId = await newProject()
  const store = openStore(4_000)
  await store.put(row(projectId, 'of the future'), 60 * MINUTE_MS)
  for (const [i, key] of ['b', 'c', 'd'].entries()) await store.put(row(projectId, key), i)
  // Another use of a result is recorded ten minutes after the last recorded one.
  await store.find(projectId, 'b', 10 * MINUTE_MS)
  await store.put(row(projectId, 'e'), 10 * MINUTE_MS)
  expect(await keysIn()).toEqual(['b', 'c', 'd', 'e'])
})

test('results of an earlier start count for the limit', async () => {
  const projectId = await newProject()
  for (const key of ['a', 'b', 'c']) await openStore(9_000).put(row(projectId, key), 0)
  const smaller = openStore(4_000)
  await smaller.put(row(projectId, 'd'), 1)
  expect(await keysIn()).toEqual(['a', 'b', 'c', 'd'])
  await smaller.put(row(projectId, 'e'), 2)
  expect(await keysIn()).toEqual(['b', 'c', 'd', 'e'])
})

test('an eviction ends with an abort, and the next one goes on', async () => {
  const projectId = await newProject()
  for (const key of ['a', 'b', 'c']) await openStore(9_000).put(row(projectId, key), 0)
  const smaller = openStore(1_500)
  await smaller.evict(AbortSignal.abort())
  expect(await keysIn()).toEqual(['a', 'b', 'c'])
  await smaller.evict()
  expect(await keysIn()).toEqual(['c'])
})

test('one result takes at most a quarter, and a larger one removes the one it would replace', async () => {
  const projectId = await newProject()
  const store = openStore(4_000)
  await store.put(row(projectId, 'a', 1000), 0)
  await store.put(row(projectId, 'b', 1000), 0)
  expect(await store.put(row(projectId, 'a', 1001), 1)).toBe(false)
  expect(await keysIn()).toEqual(['b'])
})

test('of two results of a query the one that was begun later stays', async () => {
  const projectId = await newProject()
  const store = openStore(10_000)
  await store.put(row(projectId, 'a', 500, 2 * MINUTE_MS), 3 * MINUTE_MS)
  await store.put(row(projectId, 'a', 600, MINUTE_MS), 4 * MINUTE_MS)
  expect((await store.find(projectId, 'a', 0))?.answer).toHaveLength(99)
  // After the clock was set back, a result with a time in the future is replaced.
  await store.put(row(projectId, 'a', 700, 30), 40)
  expect((await store.find(projectId, 'a', 0))?.answer).toHaveLength(299)
})

describe('a long result', () => {
  const LINES = ['ü', '']
  const long = (projectId: number, key: string, at = 0): Result => {
    const random = seededRandom(at)
    const words = Array.from({ length: 120_000 }, () => random.between(1e9, 9e9).toString(36))
    const answer = [...LINES, words.slice(0, 60_000).join(','), words.slice(60_000).join('€')].join('\n')
    return { ...row(projectId, key, 1000, at), answer }
  }
  const partCount = async () =>
    (await server.metadata.selectFrom('answer_part').select('part').execute()).length

  test('is stored in parts and found whole', async () => {
    const projectId = await newProject()
    const store = openStore(64 * 1024 * 1024)
    const kept = long(projectId, 'a')
    expect(await store.put(kept, 0)).toBe(true)
    expect(await partCount()).toBeGreaterThan(1)
    expect(await store.find(projectId, 'a', 0)).toEqual(kept)
  })

  test('takes its parts with it when it is replaced, evicted or deleted', async () => {
    const projectId = await newProject()
    const store = openStore(4 * 1024 * 1024)
    await store.put(long(projectId, 'a'), 0)
    const parts = await partCount()
    await store.put(long(projectId, 'a', 1), 1)
    expect(Math.abs((await partCount()) - parts)).toBeLessThanOrEqual(1)
    await store.put(row(projectId, 'a', 1000, 2), 2)
    expect(await partCount()).toBe(0)
    for (const key of 'bcdefghi') await store.put(long(projectId, key, 3), 3)
    expect(await partCount()).toBeLessThan(8 * parts)
    await server.metadata.deleteFrom('answer').execute()
    expect(await partCount()).toBe(0)
  })

  test('lets other work run between its parts while it is deleted', async () => {
    const projectId = await newProject()
    const store = openStore(64 * 1024 * 1024)
    await store.put(long(projectId, 'a'), 0)
    const parts = await partCount()
    const next = row(projectId, 'a', 1000, 1)
    const turns = countTurns()
    await store.put(next, 1)
    expect(turns()).toBeGreaterThanOrEqual(parts)
    expect([await partCount(), await store.find(projectId, 'a', 1)]).toEqual([0, next])
  })

  test('is discarded for good, also if the process ends before its parts are deleted', async () => {
    const projectId = await newProject()
    const store = openStore(64 * 1024 * 1024)
    await store.put(long(projectId, 'a'), 0)
    const kept = long(projectId, 'b', 1)
    await store.put(kept, 0)
    const stop = await refuseDeletions(server.metadata, 'answer_part')
    await expect(store.put(row(projectId, 'a', 1000, 2), 2)).rejects.toThrow()
    await stop()
    expect((await store.find(projectId, 'a', 2))?.answer).toHaveLength(599)
    expect(await cachedBytes(server.metadata, projectId)).toBe(1000 + (await bytesOf('b')))
    await openStore(64 * 1024 * 1024).evict()
    expect(await keysIn()).toEqual(['a', 'b'])
    expect(await store.find(projectId, 'b', 2)).toEqual(kept)
  })

  test('that is replaced while its parts are stored is not cached', async () => {
    const projectId = await newProject()
    const store = openStore(64 * 1024 * 1024)
    const next = row(projectId, 'a', 1000, 1)
    const begun = store.put(long(projectId, 'a'), 1)
    while ((await partCount()) === 0) await nextLoopTurn()
    expect(await store.put(next, 1)).toBe(true)
    expect(await begun).toBe(false)
    expect([await partCount(), await store.find(projectId, 'a', 1)]).toEqual([0, next])
  })

  test('whose parts were not all stored is not found, and another takes its place', async () => {
    const projectId = await newProject()
    const store = openStore(64 * 1024 * 1024)
    await store.put(long(projectId, 'a'), 0)
    // A process that was killed while storing leaves this state.
    await server.metadata.updateTable('answer').set({ is_whole: 0 }).execute()
    expect(await store.find(projectId, 'a', 0)).toBeNull()
    const again = long(projectId, 'a', 1)
    await store.put(again, 1)
    expect(await store.find(projectId, 'a', 1)).toEqual(again)
  })

  test('that is replaced before its lines are read ends early', async () => {
    const projectId = await newProject()
    const store = openStore(64 * 1024 * 1024)
    const kept = long(projectId, 'a')
    await store.put(kept, 0)
    const found = (await store.byKeys(projectId, ['a'], 0)).get('a')
    await store.put(row(projectId, 'a', 1000, 1), 1)
    const { answer } = await withText(found as StoredResult)
    expect(answer.length).toBeLessThan(kept.answer.length)
  })

  test('that is deleted while its parts are stored is not cached', async () => {
    const projectId = await newProject()
    const store = openStore(64 * 1024 * 1024)
    const stop = await deleteResultsMeanwhile(server.metadata)
    try {
      expect(await store.put(long(projectId, 'a'), 0)).toBe(false)
    } finally {
      await stop()
    }
    expect([await partCount(), await keysIn()]).toEqual([0, []])
  })
})
