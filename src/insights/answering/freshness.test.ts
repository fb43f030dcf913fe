import { describe, expect, test } from 'vitest'
import type { Interval } from '#query/interval.ts'
import { basisText, isFresh, minimumIntervalMs, parseBasis } from './freshness.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const basis = (fromMs: number, toMs: number, atMs: number, data = 'one', notOverFromMs = 1000) => ({
  range: { fromMs, toMs },
  notOverFromMs,
  data,
  atMs,
})

describe('a cached result is fresh', () => {
  const cached = basis(0, 1000, 0)
  test.each([
    ['for the same basis, at once', basis(0, 1000, 0), true],
    ['for the same basis, a year later', basis(0, 1000, 365 * DAY_MS), true],
    ['for other data', basis(0, 1000, 0, 'two'), false],
    ['for a range of which another interval is over', basis(0, 1000, 0, 'one', 500), false],
    ['for a range that has moved into another interval', basis(0, 1500, 500, 'one', 1400), true],
    ['for a range that has moved with the clock', basis(500, 1500, 500), true],
    ['for a range whose end alone moves', basis(0, 1500, 500), true],
    [
      'for a range that has moved with the clock for long',
      basis(MINUTE_MS * 3, MINUTE_MS * 3 + 1000, MINUTE_MS * 3),
      false,
    ],
    ['for a range that has moved further than the clock', basis(501, 1501, 500), false],
    ['for a range that has jumped to the next day', basis(DAY_MS, DAY_MS + 1000, 1), false],
    ['for a range that has moved while the clock went back', basis(5, 1005, -5), false],
    ['for a range that has moved, and for other data', basis(500, 1500, 500, 'two'), false],
  ])('%s: %#', (_name, present, expected) => {
    expect(isFresh(cached, present, 3 * MINUTE_MS)).toBe(expected)
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

test('a basis is the same after it was written and parsed', () => {
  const written = basis(-5, 1_795_176_000_000, 7, 'aB_-9?x.1')
  expect(parseBasis(basisText(written), 7)).toEqual(written)
})
