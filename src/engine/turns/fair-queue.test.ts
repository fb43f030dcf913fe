import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFairQueue, SLOWDOWN, type Waiting } from './fair-queue.ts'

interface Entry extends Waiting {
  readonly name: string
}
const entry = (name: string, costMs: number, fields: Partial<Entry> = {}): Entry => ({
  ...{ name, projectId: 1, share: 'key 1', weight: 1, enqueuedMs: 0 },
  ...fields,
  costMs: () => costMs,
})
const any = () => true

function taken(entries: readonly Entry[]): string[] {
  const queue = createFairQueue<Entry>()
  for (const one of entries) queue.add(one)
  return entries.map(() => queue.take(any)?.name ?? '')
}

describe('within a share', () => {
  test('a short query overtakes expensive ones', () => {
    expect(
      taken([
        entry('expensive', 3_000),
        entry('expensive 2', 3_000),
        entry('short', 30, { enqueuedMs: 900 }),
      ]),
    ).toEqual(['short', 'expensive', 'expensive 2'])
  })

  test('an expensive query that has waited for its estimate often enough is not overtaken any more', () => {
    const late = { enqueuedMs: SLOWDOWN * (3_000 - 30) + 1 }
    expect(taken([entry('expensive', 3_000), entry('short', 30, late)])).toEqual(['expensive', 'short'])
  })

  test('equal queries keep the order of their arrival', () => {
    expect(taken(['a', 'b', 'c'].map((name) => entry(name, 10)))).toEqual(['a', 'b', 'c'])
  })
})

describe('between shares', () => {
  test('a project that comes later does not wait behind the queue of another', () => {
    const queue = createFairQueue<Entry>()
    for (let i = 0; i < 60; i++) queue.add(entry(`expensive ${i}`, 700))
    queue.take(any)
    queue.add(entry('other', 700, { projectId: 2 }))
    expect(queue.take(any)?.name).toBe('other')
    expect(queue.take(any)?.name).toBe('expensive 1')
  })

  test('keys of one project take turns', () => {
    const of = (share: string) => [1, 2, 3].map((i) => entry(`${share} ${i}`, 100, { share }))
    expect(taken([...of('a'), ...of('b')])).toEqual(['a 1', 'b 1', 'a 2', 'b 2', 'a 3', 'b 3'])
  })

  test('a project with ten keys gets no more than one with a single key', () => {
    const many = Array.from({ length: 10 }, (_, i) => entry('many', 100, { share: `key ${i}` }))
    const one = Array.from({ length: 10 }, () => entry('one', 100, { projectId: 2 }))
    const names = taken([...many, ...one]).slice(0, 10)
    expect(names.filter((name) => name === 'one')).toHaveLength(5)
  })

  test('a query that took longer than its estimate is charged with its time', () => {
    const queue = createFairQueue<Entry>()
    const wrong = entry('wrong', 10)
    for (const one of [wrong, entry('a', 10), entry('b', 10, { share: 'key 2' })]) queue.add(one)
    expect(queue.take(any)).toBe(wrong)
    expect(queue.take(any)?.name).toBe('b')
    queue.settle(wrong, 10, 5_000)
    for (let i = 0; i < 400; i++) queue.add(entry('b', 10, { share: 'key 2' }))
    const names = Array.from({ length: 400 }, () => queue.take(any)?.name)
    expect(names).not.toContain('a')
  })

  test('time without queries is not saved up', () => {
    const queue = createFairQueue<Entry>()
    for (let i = 0; i < 20; i++) queue.add(entry('busy', 100))
    for (let i = 0; i < 10; i++) queue.take(any)
    for (let i = 0; i < 10; i++) queue.add(entry('late', 100, { projectId: 2 }))
    const names = Array.from({ length: 10 }, () => queue.take(any)?.name)
    expect(names.filter((name) => name === 'busy').length).toBeGreaterThanOrEqual(4)
  })
})

const Query = fc.record({
  projectId: fc.integer({ min: 1, max: 4 }),
  share: fc.constantFrom('key 1', 'key 2', 'key 3'),
  costMs: fc.integer({ min: 1, max: 10_000 }),
})
const entryOf = ({ projectId, share, costMs }: { projectId: number; share: string; costMs: number }) =>
  entry(`${projectId} ${share}`, costMs, { projectId, share })

test('every query is taken exactly once, whatever the others are', () => {
  fc.assert(
    fc.property(fc.array(Query, { maxLength: 60 }), (queries) => {
      const queue = createFairQueue<Entry>()
      const entries = queries.map(entryOf)
      for (const one of entries) queue.add(one)
      const all = new Set(entries.map(() => queue.take(any)))
      expect(all).toEqual(new Set(entries))
      expect(queue.take(any)).toBeNull()
    }),
  )
})

test('two projects with waiting queries get the same time, but for one query of each', () => {
  const costs = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 200, maxLength: 200 })
  fc.assert(
    fc.property(costs, costs, fc.integer({ min: 1, max: 100 }), (ofOne, ofOther, times) => {
      const queue = createFairQueue<Entry>()
      const add = (projectId: number) => (cost: number) =>
        queue.add(entryOf({ projectId, share: 'key 1', costMs: cost }))
      ofOne.forEach(add(1))
      ofOther.forEach(add(2))
      const spentMs = new Map([1, 2].map((id) => [id, 0]))
      for (let i = 0; i < times; i++) {
        const next = queue.take(any)
        if (next === null) throw new Error('Both projects have waiting queries')
        queue.settle(next, next.costMs(), next.costMs())
        spentMs.set(next.projectId, (spentMs.get(next.projectId) ?? 0) + next.costMs())
      }
      const apart = Math.abs((spentMs.get(1) ?? 0) - (spentMs.get(2) ?? 0))
      expect(apart).toBeLessThanOrEqual(Math.max(...ofOne, ...ofOther))
    }),
  )
})

test('a share of a quarter gets a fifth of the time beside a whole one, and never nothing', () => {
  const queue = createFairQueue<Entry>()
  for (let i = 0; i < 100; i++) {
    queue.add(entry('client', 100))
    queue.add(entry('background', 100, { share: 'background', weight: 0.25 }))
  }
  const names = Array.from({ length: 50 }, () => queue.take(any)?.name)
  expect(names.filter((name) => name === 'background')).toHaveLength(10)
})

test('no query of a share waits for ever behind short ones that keep coming', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_000 }),
      fc.integer({ min: 1, max: 50 }),
      (expensiveMs, shortMs) => {
        const queue = createFairQueue<Entry>()
        queue.add(entry('expensive', expensiveMs))
        // A new short query comes whenever the previous one has run, for ever.
        for (let nowMs = 0; nowMs <= SLOWDOWN * expensiveMs + shortMs; nowMs += shortMs) {
          queue.add(entry('short', shortMs, { enqueuedMs: nowMs }))
          if (queue.take(any)?.name === 'expensive') return
        }
        throw new Error('The expensive query was never taken')
      },
    ),
  )
})
