import { expect, test } from 'vitest'
import { parseFunnelWindow } from './window.ts'

const read = (count: unknown, unit: unknown) =>
  parseFunnelWindow(
    { value: count, path: ['funnel_window_interval'] },
    { value: unit, path: ['funnel_window_interval_unit'] },
  )

test.each([
  [1, 'second', 1],
  [1, 'minute', 60],
  [1, 'hour', 3_600],
  [1, 'day', 86_400],
  [1, 'week', 604_800],
  // A month has 31 days.
  [1, 'month', 2_678_400],
  [3, 'hours', 10_800],
  [2, 'DAY', 172_800],
  [2, 'Weeks', 1_209_600],
  ['10', 'minute', 600],
  // The default is 14 days. A unit without a count is 14 of this unit.
  [undefined, undefined, 1_209_600],
  [null, null, 1_209_600],
  ['', '', 1_209_600],
  [undefined, 'hour', 50_400],
  [7, undefined, 604_800],
  // The longest window.
  [36_600, 'day', 3_162_240_000],
])('%j %j are %d seconds', (count, unit, seconds) => {
  expect(read(count, unit)).toBe(seconds)
})

test.each([
  [0, 'day', 'min_value', 'funnel_window_interval'],
  [-1, 'day', 'min_value', 'funnel_window_interval'],
  [1.5, 'day', 'min_value', 'funnel_window_interval'],
  ['two', 'day', 'min_value', 'funnel_window_interval'],
  [{}, 'day', 'min_value', 'funnel_window_interval'],
  [Number.POSITIVE_INFINITY, 'day', 'min_value', 'funnel_window_interval'],
  [true, 'day', 'min_value', 'funnel_window_interval'],
  [[3], 'day', 'min_value', 'funnel_window_interval'],
  [1, 'year', 'invalid_choice', 'funnel_window_interval_unit'],
  [1, 'dayss', 'invalid_choice', 'funnel_window_interval_unit'],
  [1, 'constructor', 'invalid_choice', 'funnel_window_interval_unit'],
  [1, '__proto__', 'invalid_choice', 'funnel_window_interval_unit'],
  [1, 5, 'invalid_choice', 'funnel_window_interval_unit'],
  [36_601, 'day', 'max_value', 'funnel_window_interval'],
  ['1e300', 'second', 'max_value', 'funnel_window_interval'],
])('%j %j is refused as %s at %s', (count, unit, code, attr) => {
  expect(() => read(count, unit)).toThrow(expect.objectContaining({ kind: 'invalid', code, attr }))
})
