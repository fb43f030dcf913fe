import { describe, expect, test } from 'vitest'
import type { Interval } from '#query/interval.ts'
import { basisText, isFresh, minimumIntervalMs, parseBasis } from './freshness.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const basis = (fromMs: number, toMs: number, atMs: number, data = 'one') => ({
  range: { fromMs, toMs },
  data,
  atMs,
})

describe('an answer is fresh', () => {
  const kept = basis(0, 1000, 0)
  test.each([
    ['of the same, at once', basis(0, 1000, 0), true],
    ['of the same, a year later', basis(0, 1000, 365 * DAY_MS), true],
    ['of other data', basis(0, 1000, 0, 'two'), false],
    ['of a range that has moved with the clock', basis(500, 1500, 500), true],
    ['of one whose end alone moves', basis(0, 1500, 500), true],
    ['of one that has moved so for long', basis(MINUTE_MS * 3, MINUTE_MS * 3 + 1000, MINUTE_MS * 3), false],
    ['of one that has moved further than the clock', basis(501, 1501, 500), false],
    ['of one that has jumped to the next day', basis(DAY_MS, DAY_MS + 1000, 1), false],
    ['of one that has moved while the clock went back', basis(5, 1005, -5), false],
    ['of one that has moved, and of other data', basis(500, 1500, 500, 'two'), false],
  ])('%s: %#', (_name, present, expected) => {
    expect(isFresh(kept, present, 3 * MINUTE_MS)).toBe(expected)
  })
})

test.each<[Interval | null, number, number]>([
  ['hour', 30, 3],
  ['day', 8, 3],
  ['day', 8.01, 15],
  ['week', 90, 15],
  [null, 1, 3],
  [null, 14, 15],
])('by %s, of %d days: a client may ask again after %d minutes', (interval, days, minutes) => {
  expect(minimumIntervalMs(interval, { fromMs: 0, toMs: days * DAY_MS })).toBe(minutes * MINUTE_MS)
})

test('what a basis is written as is read again', () => {
  const written = basis(-5, 1_795_176_000_000, 7, 'aB_-9?x.1')
  expect(parseBasis(basisText(written), 7)).toEqual(written)
})
