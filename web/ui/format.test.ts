import { expect, test } from 'vitest'
import { age, day, duration, exactNumber, fixedNumber, percent, shortNumber, timeOfDay } from './format.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')

test.each([
  [0, '0'],
  [1204, '1\u00a0204'],
  [1_234_567.891, '1\u00a0234\u00a0567.89'],
  [-0.4, '−0.4'],
  [-0.001, '0'],
  [-1204, '−1\u00a0204'],
])('the exact number %s', (value, text) => expect(exactNumber(value)).toBe(text))

test.each([
  [1, 1, '1.0'],
  [-0.04, 1, '0.0'],
  [2.25, 0, '2'],
])('%s with %s decimals', (value, decimals, text) => expect(fixedNumber(value, decimals)).toBe(text))

test.each([
  [99_999, '99\u00a0999'],
  [100_000, '100\u00a0k'],
  [1_240_000, '1.2\u00a0M'],
  [-3_000_000_000, '−3\u00a0G'],
  [12.345, '12.35'],
  [1234.5, '1\u00a0235'],
])('the short number %s', (value, text) => expect(shortNumber(value)).toBe(text))

test.each([
  [0, '0.0\u00a0%'],
  [0.1789, '17.9\u00a0%'],
  [1, '100.0\u00a0%'],
  [-0.005, '−0.5\u00a0%'],
])('the share %s', (share, text) => expect(percent(share)).toBe(text))

test.each([
  [0.4, '0.4 s'],
  [59, '59 s'],
  [200, '3 min 20 s'],
  [3_600, '1 h'],
  [100_800, '1 d 4 h'],
])('%s seconds', (seconds, text) => expect(duration(seconds)).toBe(text))

test.each([
  ['2026-11-23T11:59:30Z', 'just now'],
  ['2026-11-23T11:58:00Z', '2 min ago'],
  ['2026-11-22T12:00:01Z', '23 h ago'],
  ['2026-11-22T11:59:59Z', 'Sun 22 Nov'],
])('the age of %s', (iso, text) => expect(age(iso, NOW, 'UTC')).toBe(text))

test('a day is that of the zone, with the year of another year', () => {
  expect(day('2026-11-19T23:30:00Z', NOW, 'UTC')).toBe('Thu 19 Nov')
  expect(day('2026-11-19T23:30:00Z', NOW, 'Europe/Berlin')).toBe('Fri 20 Nov')
  expect(day('2025-09-01T00:00:00Z', NOW, 'UTC')).toBe('Mon 1 Sep 2025')
  expect(timeOfDay('2026-11-19T23:30:00Z', 'Europe/Berlin')).toBe('00:30')
})
