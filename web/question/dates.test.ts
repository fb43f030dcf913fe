import { expect, test } from 'vitest'
import type { DateRange, Interval } from '#web/api/query-node.ts'
import { compareWords, fittingInterval, intervalsFor, namedRange, rangeWords } from './dates.ts'

const NOW = Date.parse('2026-11-21T10:42:00Z')

test.each<[DateRange | undefined, string]>([
  [undefined, 'last 7 days'],
  [{ date_from: '-30d' }, 'last 30 days'],
  [{ date_from: '-24h' }, 'last 24 hours'],
  [{ date_from: '-12m' }, 'last 12 months'],
  [{ date_from: '-1w' }, 'last week'],
  [{ date_from: 'dStart' }, 'today'],
  [{ date_from: '-1mStart', date_to: '-1mEnd' }, 'previous month'],
  [{ date_from: 'all' }, 'all time'],
  [{ date_from: '2026-11-01', date_to: '2026-11-15' }, '1 Nov to 15 Nov'],
  [{ date_from: '2025-11-01', date_to: '2026-01-15' }, '1 Nov 2025 to 15 Jan'],
  [{ date_from: '2026-11-01', date_to: '2026-11-01' }, 'on 1 Nov'],
  [{ date_from: '2026-11-01' }, 'since 1 Nov'],
])('%j is called %s', (range, words) => {
  expect(rangeWords(range, NOW)).toBe(words)
})

test('a range has a name where it is one of the list', () => {
  expect(namedRange({ date_from: '-30d', date_to: null })).toBe('Last 30 days')
  expect(namedRange({ date_from: '-31d' })).toBeNull()
})

test.each<[DateRange, readonly Interval[]]>([
  [{ date_from: '-24h' }, ['hour']],
  [{ date_from: '-7d' }, ['hour', 'day']],
  [{ date_from: '-30d' }, ['day', 'week']],
  [{ date_from: '-90d' }, ['day', 'week', 'month']],
  [{ date_from: '-12m' }, ['day', 'week', 'month', 'quarter']],
  [{ date_from: 'dStart' }, ['hour']],
  [{ date_from: 'all' }, ['day', 'week', 'month', 'quarter', 'year']],
  [{ date_from: '2026-11-01', date_to: '2026-11-15' }, ['hour', 'day', 'week']],
])('%j is cut into %j', (range, intervals) => {
  expect(intervalsFor(range, NOW)).toEqual(intervals)
})

test('an interval stays where it fits, else the nearest is taken', () => {
  expect(fittingInterval('week', { date_from: '-90d' }, NOW)).toBe('week')
  expect(fittingInterval('day', { date_from: '-24h' }, NOW)).toBe('hour')
  expect(fittingInterval('hour', { date_from: '-12m' }, NOW)).toBe('day')
})

test.each<[string | null, DateRange, string]>([
  [null, { date_from: '-30d' }, 'the previous 30 days'],
  [null, { date_from: '2026-11-01', date_to: '2026-11-15' }, 'the previous 15 days'],
  [null, { date_from: 'all' }, 'the previous period'],
  ['-1y', { date_from: '-30d' }, 'a year earlier'],
  ['-14d', { date_from: '-30d' }, '14 days earlier'],
])('compared with %s, %j reads %s', (compareTo, range, words) => {
  expect(compareWords(compareTo, range, NOW)).toBe(words)
})
