import { describe, expect, test } from 'vitest'
import type { QueryCosts } from './query-costs.ts'
import { createQueryTurns, type QueryTurnsOptions, SHORT_MS, type TurnQuery } from './query-turns.ts'

const EXPENSIVE_MS = 3_000
/** The text of a statement is its estimate in ms. */
const costs: QueryCosts = { of: (query) => () => Number(query.statement), note: () => undefined }

/** Creates turns whose queries run until the test ends them. */
function turnsByHand(options: Partial<QueryTurnsOptions> = {}) {
  const clock = { nowMs: 0 }
  const turns = createQueryTurns({
    slots: 4,
    maxExpensive: 4,
    maxWaiting: 40,
    costs,
    nowMs: () => clock.nowMs,
    ...options,
  })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (name: string, ms: number, fields: Partial<TurnQuery> = {}) =>
    turns.run({ name, projectId: 1, share: 'key 1', statement: String(ms), ...fields }, () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await ready()
  }
  return { turns, begun, ask, end, clock }
}

/** Lets all continuations that are ready run. */
const ready = () => new Promise<void>((resolve) => setImmediate(resolve))
const expensiveNames = (count: number) => Array.from({ length: count }, (_, i) => `expensive ${i}`)

describe('slots', () => {
  test('a short query does not wait behind sixty expensive ones of the same key', async () => {
    const { begun, ask } = turnsByHand({ maxWaiting: 400 })
    for (const name of expensiveNames(60)) void ask(name, EXPENSIVE_MS)
    void ask('short', 30)
    await ready()
    expect(begun).toEqual(['expensive 0', 'expensive 1', 'expensive 2', 'short'])
  })

  test('expensive queries are no more than their limit, and short ones use the other slots', async () => {
    const { begun, ask, end } = turnsByHand({ maxExpensive: 2 })
    for (const name of expensiveNames(3)) void ask(name, EXPENSIVE_MS)
    for (const name of ['short', 'another']) void ask(name, 30)
    await ready()
    expect(begun).toEqual(['expensive 0', 'expensive 1', 'short', 'another'])
    await end('short')
    expect(begun).toHaveLength(4)
    await end('expensive 0')
    expect(begun.at(-1)).toBe('expensive 2')
  })

  test('queries that were thought short and are not count as expensive ones', async () => {
    const { begun, ask, end, clock } = turnsByHand()
    for (const name of expensiveNames(4)) void ask(name, 1)
    await ready()
    clock.nowMs = SHORT_MS + 1
    void ask('known as expensive', EXPENSIVE_MS)
    await end('expensive 0')
    expect(begun).toEqual(expensiveNames(4))
    await end('expensive 1')
    expect(begun).toEqual([...expensiveNames(4), 'known as expensive'])
  })

  test('a single slot is for every query', async () => {
    const { begun, ask, end } = turnsByHand({ slots: 1 })
    void ask('expensive', EXPENSIVE_MS)
    void ask('next', EXPENSIVE_MS)
    await ready()
    expect(begun).toEqual(['expensive'])
    await end('expensive')
    expect(begun).toEqual(['expensive', 'next'])
  })

  test('a query that fails frees its slot', async () => {
    const { turns, ask, begun } = turnsByHand({ slots: 1 })
    const query = { name: 'failing', projectId: 1, statement: '1' }
    const failing = turns.run(query, () => Promise.reject(new Error('failed')))
    void ask('next', 1)
    await expect(failing).rejects.toThrow('failed')
    await ready()
    expect(begun).toEqual(['next'])
  })
})

describe('a wait that nobody waits for', () => {
  test('leaves the queue, and never begins', async () => {
    const { begun, ask, end } = turnsByHand({ slots: 1 })
    void ask('running', 1)
    const client = new AbortController()
    const left = ask('left', 1, { signal: client.signal })
    void ask('patient', 1)
    client.abort()
    await expect(left).rejects.toMatchObject({ kind: 'cancelled' })
    await end('running')
    expect(begun).toEqual(['running', 'patient'])
  })

  test('gives its place to another', async () => {
    const { ask } = turnsByHand({ slots: 1, maxWaiting: 4 })
    void ask('running', 1)
    const client = new AbortController()
    const left = ask('left', 1, { signal: client.signal })
    await expect(ask('too many', 1)).rejects.toMatchObject({ code: 'too_many_queries' })
    client.abort()
    await expect(left).rejects.toMatchObject({ kind: 'cancelled' })
    const accepted = ask('accepted', 1)
    await ready()
    expect(await Promise.race([accepted, Promise.resolve('waits')])).toBe('waits')
  })
})

describe('a full queue', () => {
  test('refuses a share with a quarter of all places, and says when to ask again', async () => {
    const { ask } = turnsByHand({ slots: 1, maxWaiting: 8 })
    for (const name of expensiveNames(3)) void ask(name, EXPENSIVE_MS)
    await expect(ask('one more', EXPENSIVE_MS)).rejects.toMatchObject({
      kind: 'throttled',
      code: 'too_many_queries',
      // Two queries wait, of three seconds each.
      retryAfterSeconds: 6,
    })
  })

  test('refuses a project with half of all places', async () => {
    const { ask } = turnsByHand({ slots: 1, maxWaiting: 8 })
    void ask('running', 1)
    for (const share of ['key 1', 'key 2', 'key 3', 'key 4']) void ask(`of ${share}`, 1, { share })
    await expect(ask('one more', 1, { share: 'key 4' })).rejects.toMatchObject({ code: 'too_many_queries' })
  })

  test('has a place for a share without a waiting query', async () => {
    const { begun, ask, end } = turnsByHand({ slots: 1, maxWaiting: 4 })
    for (let project = 1; project <= 5; project++) void ask(`of ${project}`, 1, { projectId: project })
    await ready()
    for (const name of ['of 1', 'of 2', 'of 3', 'of 4']) await end(name)
    expect(begun).toEqual(['of 1', 'of 2', 'of 3', 'of 4', 'of 5'])
  })
})

test('a closed queue refuses further queries, and ends when the waiting ones have ended', async () => {
  const { turns, begun, ask, end } = turnsByHand({ slots: 1 })
  void ask('running', 1)
  void ask('waiting', 1)
  await ready()
  let isClosed = false
  const closing = turns.close().then(() => (isClosed = true))
  await expect(ask('late', 1)).rejects.toMatchObject({ kind: 'closed' })
  await end('running')
  expect([begun, isClosed]).toEqual([['running', 'waiting'], false])
  await end('waiting')
  await closing
})
