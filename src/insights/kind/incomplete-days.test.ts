import { expect, test } from 'vitest'
import type { TimeAsked } from '#query/date-range.ts'
import { NO_RESTRICTION } from '#query/filter.ts'
import type { Interval } from '#query/interval.ts'
import { resolvedQuestion } from '../../../test/fixtures/questions.ts'
import { incompleteDays } from './incomplete-days.ts'

// This is a Friday.
const NOW = '2026-11-20T12:34:56.789Z'

interface Circumstances extends Partial<TimeAsked> {
  readonly isExplicit?: boolean
  readonly timezone?: string
  readonly now?: string
}

function resolved(dates: [string, string | null], interval: Interval | null, more: Circumstances = {}) {
  const [from, to] = dates
  const { isExplicit = false, timezone = 'UTC', now = NOW, ...asked } = more
  const range = { from, to, isExplicit }
  const time = { range, interval, startsWithInterval: false, lastIntervals: null, compare: null, ...asked }
  const query = {
    kind: 'any',
    series: [],
    dateRange: range,
    properties: NO_RESTRICTION,
    filterTestAccounts: false,
    breakdown: null,
  }
  const calendar = { timezone, weekStartDay: 0, nowMs: Date.parse(now) } as const
  return resolvedQuestion({ time: () => time }, query, calendar)
}

test.each<[string, [string, string | null], Interval, string[], Circumstances?]>([
  ['the current day', ['-2d', null], 'day', ['2026-11-20']],
  ['no day of the past', ['-3d', '-1d'], 'day', []],
  ['a day that ends at this moment', ['-1d', '-1d'], 'day', [], { now: '2026-11-20T00:00:00Z' }],
  ['days to come', ['2026-11-19', '2026-11-22'], 'day', ['2026-11-20', '2026-11-21', '2026-11-22']],
  ['the current hour', ['hStart', null], 'hour', ['2026-11-20 12:00:00']],
  ['an hour that the range begins in', ['-2h', null], 'hour', ['2026-11-20 10:00:00', '2026-11-20 12:00:00']],
  ['an hour that the range ends in', ['2026-11-19', '2026-11-19T01:30'], 'hour', ['2026-11-19 01:00:00']],
  ['not an hour to its last second', ['2026-11-19', '2026-11-19T01:59:59'], 'hour', []],
  ['a day that the range begins in', ['-24h', '-1d'], 'day', ['2026-11-19']],
  [
    'the current week, and the one that the range begins in',
    ['-14d', null],
    'week',
    ['2026-11-01', '2026-11-15'],
  ],
  ['not a week from its Sunday', ['2026-11-08', '2026-11-14'], 'week', []],
  ['a week that the range ends in', ['2026-11-01', '2026-11-10'], 'week', ['2026-11-08']],
  ['not a week up to its Saturday', ['2026-11-01', '2026-11-14'], 'week', []],
  [
    'the current month, and the one that the range begins in',
    ['-1m', null],
    'month',
    ['2026-10-01', '2026-11-01'],
  ],
  ['not a month from its first day', ['2026-10-01', '2026-10-31'], 'month', []],
  [
    'a week that an explicit range begins in',
    ['2026-11-03T00:00', '2026-11-14T23:59:59.999'],
    'week',
    ['2026-11-01'],
    { isExplicit: true },
  ],
  // The clocks went back at 02:00 on the 25th. An hour before midnight in Berlin the day is not over.
  [
    'a day of 25 hours',
    ['2026-10-25', '2026-10-25'],
    'day',
    ['2026-10-25'],
    { timezone: 'Europe/Berlin', now: '2026-10-25T22:59:59Z' },
  ],
  [
    'not one that is over',
    ['2026-10-25', '2026-10-25'],
    'day',
    [],
    { timezone: 'Europe/Berlin', now: '2026-10-25T23:00Z' },
  ],
  // Apia had no 30th of December in 2011.
  [
    'the day before one that does not exist',
    ['2011-12-29', '2011-12-29'],
    'day',
    [],
    { timezone: 'Pacific/Apia', now: '2011-12-30T10:00Z' },
  ],
])('%s', (_name, dates, interval, expected, more) => {
  const { period, moment } = resolved(dates, interval, more)
  expect(incompleteDays(period, moment)).toEqual(expected)
})

test('the period of a comparison is cut by its own range', () => {
  // The period is from Sunday the 15th to today, its comparison from Thursday the 15th of October to the
  // 20th.
  const { period, previous, moment } = resolved(['wStart', null], 'week', { compare: { to: '-1m' } })
  expect(incompleteDays(period, moment)).toEqual(['2026-11-15'])
  expect(incompleteDays(previous ?? period, moment)).toEqual(['2026-10-11', '2026-10-18'])
})

test('a range without intervals has none', () => {
  const { period, moment } = resolved(['-2d', null], null)
  expect(incompleteDays(period, moment)).toEqual([])
})
