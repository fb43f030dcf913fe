import { describe, expect, test } from 'vitest'
import { NO_RESTRICTION } from '#query/filter.ts'
import type { Series } from '#query/series.ts'
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

describe('a bucket is selected by its start in the forms of clients', () => {
  // The days are 20 November in Berlin, which is an hour ahead of UTC, and the day after.
  const days = [19, 20].map((day, i) => ({
    day: `2026-11-${day + 1}`,
    startMs: Date.UTC(2026, 10, day, 23),
    label: String(i),
  }))
  test.each([
    ['2026-11-21', 1],
    ['2026-11-21 00:00:00', 1],
    ['2026-11-21T00:00:00', 1],
    ['2026-11-21T00:00:00+01:00', 1],
    // A text stands for an instant if a bucket begins at this instant. Otherwise it is a time as the clock
    // of the project shows it.
    ['2026-11-20T23:00:00Z', 1],
    ['2026-11-20T00:00:00.000Z', 0],
  ])('%s', (day, place) => {
    expect(selectBucket(days, { day, occurrence: undefined, attr: 'day' })).toBe(place)
  })

  test('an instant is one of two hours with one name', () => {
    const day = new Date(BUCKETS[2]?.startMs ?? 0).toISOString()
    expect(selectBucket(BUCKETS, { day, occurrence: undefined, attr: 'day' })).toBe(2)
  })
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

const seriesOf = (one: Pick<Series, 'event' | 'math' | 'actionId'>): Series => ({
  ...one,
  name: '',
  customName: null,
  properties: NO_RESTRICTION,
})
const SERIES = [
  seriesOf({ event: 'paid', math: 'dau' }),
  seriesOf({ event: 'paid', math: 'total' }),
  seriesOf({ event: null, actionId: 5, math: 'dau' }),
  seriesOf({ event: null, math: 'dau' }),
]

test.each([
  [{ entity_order: 3 }, 3],
  [{ entity_id: 'paid', entity_math: 'total' }, 1],
  [{ entity_id: '5', entity_type: 'actions' as const }, 2],
  [{ entity_id: 5, entity_order: 2, entity_math: 'dau' }, 2],
])('%j selects the series %i', (selectors, place) => {
  expect(selectSeries(SERIES, selectors)).toBe(place)
})

test('the only series needs no parameter', () => {
  expect(selectSeries(SERIES.slice(1, 2), {})).toBe(0)
})

test.each([
  [{}, 'required', 'entity_order'],
  [{ entity_id: 'paid' }, 'required', 'entity_order'],
  [{ entity_order: 4 }, 'invalid_choice', 'entity_order'],
  [{ entity_id: 'other' }, 'invalid_choice', 'entity_id'],
  [{ entity_order: 2, entity_id: 'paid' }, 'invalid_choice', 'entity_id'],
  [{ entity_type: 'actions' as const, entity_math: 'total' }, 'invalid_choice', 'entity_math'],
])('%j selects none', (selectors, code, attr) => {
  expect(() => selectSeries(SERIES, selectors)).toThrow(expect.objectContaining({ code, attr }))
})
