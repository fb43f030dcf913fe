import { expect, test } from 'vitest'
import { type DayDigest, type DayDigests, dayKey } from './day-digests.ts'
import { groupsOfDays, partsOfDays, planDays } from './plan-days.ts'

const digest = (projectId: number, day: string, rows: number, sum = 1n, xor = 2n): DayDigest => ({
  projectId,
  day,
  rows,
  sum,
  xor,
})
const store = (...digests: DayDigest[]): DayDigests => new Map(digests.map((one) => [dayKey(one), one]))

test('days are sorted by what a copy lacks, months in order', () => {
  const [same, later, fresh, gone] = [
    digest(1, '2026-01-31', 5),
    digest(1, '2026-02-01', 6),
    digest(2, '2026-01-31', 7),
    digest(3, '2025-12-31', 8),
  ]
  const copied = { ...later, rows: 5 }
  expect(planDays(store(same, later, fresh), store(same, copied, gone))).toEqual([
    { month: 202512, fresh: [], differing: [], gone: [gone] },
    { month: 202601, fresh: [fresh], differing: [], gone: [] },
    { month: 202602, fresh: [], differing: [later], gone: [] },
  ])
})

test.each([
  ['count', { rows: 6 }],
  ['sum', { sum: 3n }],
  ['exclusive or', { xor: 3n }],
])('a day with another %s differs', (_, change) => {
  const day = digest(1, '2026-01-31', 5)
  expect(planDays(store(day), store(day))).toEqual([])
  const { rows: others = 0 } = change as { readonly rows?: number }
  const rows = Math.max(5, others)
  expect(planDays(store(day), store({ ...day, ...change }))[0]?.differing).toEqual([{ ...day, rows }])
})

test('days are grouped up to a number of rows, and a larger day is alone', () => {
  const days = [3, 4, 20, 2, 5].map((rows, i) => digest(1, `2026-01-0${i + 1}`, rows))
  expect(groupsOfDays(days, 7).map((group) => group.map(({ rows }) => rows))).toEqual([[3, 4], [20], [2, 5]])
  expect(groupsOfDays([], 7)).toEqual([])
})

test('a day with more rows than are compared at once is divided into slices', () => {
  const [small, large] = [digest(1, '2026-01-01', 7), digest(1, '2026-01-02', 15)]
  expect(partsOfDays(202601, [small, large], 7)).toEqual([
    { month: 202601, days: [small], slice: null },
    ...[0, 1, 2].map((index) => ({ month: 202601, days: [large], slice: { index, count: 3 } })),
  ])
})

test('a group has as many days as a statement may name', () => {
  const days = Array.from({ length: 10_001 }, (_, i) => digest(i, '2026-01-01', 1))
  expect(groupsOfDays(days, 1_000_000).map(({ length }) => length)).toEqual([5_000, 5_000, 1])
})
