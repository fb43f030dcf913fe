import { describe, expect, test } from 'vitest'
import { daySelectors, selectBucket, selectSeries } from './select.ts'

const HOURS = ['01', '02', '02', '03'].map((hour) => `2026-10-25 ${hour}:00:00`)
const BUCKETS = HOURS.map((day, i) => ({ day, startMs: i * 3_600_000, label: day }))

test('each day selects its own bucket, also of two with one name', () => {
  const selectors = daySelectors(HOURS, 'day')
  expect(selectors.map(({ occurrence = null }) => occurrence)).toEqual([null, null, 2, null])
  const places = selectors.map(({ day, occurrence }) =>
    selectBucket(BUCKETS, { day: String(day), occurrence: occurrence as number | undefined, attr: 'day' }),
  )
  expect(places).toEqual([0, 1, 2, 3])
})

describe('a bucket that the range does not have', () => {
  test.each([
    ['2026-10-26 01:00:00', undefined, 'day'],
    ['2026-10-25', undefined, 'day'],
    ['2026-10-25 01:00:00', 2, 'occurrence'],
    ['2026-10-25 02:00:00', 3, 'occurrence'],
    ['2026-10-25 02:00:00', 0, 'occurrence'],
  ])('%s %s', (day, occurrence, attr) => {
    expect(() => selectBucket(BUCKETS, { day, occurrence, attr: 'day' })).toThrow(
      expect.objectContaining({ code: 'invalid_choice', attr }),
    )
  })
})

test.each([
  [undefined, 1, 0],
  [null, 1, 0],
  [2, 3, 2],
])('the series %s of %i is at the place %i', (place, count, expected) => {
  expect(selectSeries(place, count)).toBe(expected)
})
