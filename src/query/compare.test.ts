import { expect, test } from 'vitest'
import { flatNames } from '../../test/fixtures/questions.ts'
import { previousEnds } from './compare.ts'
import { resolveEnds, type TimeAsked } from './date-range.ts'

type Dates = [from: string, to: string | null]
const NOW = '2026-11-20T12:34:56.789Z'

function previousOf(
  [from, to]: Dates,
  more: Partial<TimeAsked> & { intervals?: number; zone?: string; now?: string },
) {
  const { intervals, zone = 'UTC', now = NOW, ...rest } = more
  const time: TimeAsked = {
    range: { from, to, isExplicit: false },
    interval: 'day',
    startsWithInterval: true,
    lastIntervals: null,
    compare: { to: null },
    ...rest,
  }
  const calendar = { timezone: zone, weekStartDay: 0, nowMs: Date.parse(now) } as const
  const ends = resolveEnds(time, calendar, Date.parse('2026-01-01'), flatNames)
  const days = ends.first.toPlainDate().until(ends.end.toPlainDate()).days
  const previous = previousEnds(ends, time, intervals ?? days, calendar, flatNames)
  const written = ({ epochMilliseconds }: { epochMilliseconds: number }) =>
    new Date(epochMilliseconds).toISOString().replace('.000Z', 'Z')
  return previous && [written(previous.first), written(previous.end)]
}

test.each<[string, Dates, Parameters<typeof previousOf>[1], [string, string] | null]>([
  ['4 days', ['-3d', null], {}, ['2026-11-13T00:00:00Z', '2026-11-17T00:00:00Z']],
  ['one day', ['dStart', null], {}, ['2026-11-19T00:00:00Z', '2026-11-20T00:00:00Z']],
  // The range begins on a Friday. If it moved back by its 8 days, this Friday would be compared with a
  // Thursday.
  ['7 days and today', ['-7d', null], {}, ['2026-11-06T00:00:00Z', '2026-11-14T00:00:00Z']],
  ['14 days and today', ['-14d', null], {}, ['2026-10-23T00:00:00Z', '2026-11-07T00:00:00Z']],
  ['7 days with an end', ['-7d', '-1d'], {}, ['2026-11-06T00:00:00Z', '2026-11-13T00:00:00Z']],
  ['whole dates', ['2026-03-01', '2026-03-10'], {}, ['2026-02-19T00:00:00Z', '2026-03-01T00:00:00Z']],
  [
    'weeks, from the Sunday before',
    ['-14d', null],
    { interval: 'week', intervals: 3 },
    ['2026-10-11T00:00:00Z', '2026-10-31T00:00:00Z'],
  ],
  [
    'months of different length',
    ['2026-02-01', '2026-03-31'],
    { interval: 'month', intervals: 2 },
    ['2025-12-01T00:00:00Z', '2026-02-01T00:00:00Z'],
  ],
  [
    'quarters, as many months',
    ['2026-04-01', '2026-09-30'],
    { interval: 'quarter', intervals: 2 },
    ['2025-10-01T00:00:00Z', '2026-04-01T00:00:00Z'],
  ],
  [
    'a year: the year before',
    ['2025-01-01', '2025-12-31'],
    { interval: 'year', intervals: 1 },
    ['2024-01-01T00:00:00Z', '2025-01-01T00:00:00Z'],
  ],
  [
    'a day by the hour: the same hours of the day before',
    ['dStart', null],
    { interval: 'hour' },
    ['2026-11-19T00:00:00Z', '2026-11-19T13:00:00Z'],
  ],
  [
    '24 hours and the unfinished one',
    ['-24h', null],
    { interval: 'hour' },
    ['2026-11-18T12:00:00Z', '2026-11-19T13:00:00Z'],
  ],
  [
    'two days by the hour',
    ['2026-11-18', '2026-11-19'],
    { interval: 'hour' },
    ['2026-11-16T00:00:00Z', '2026-11-18T00:00:00Z'],
  ],
  [
    'half an hour by the minute: the minutes before it, each whole',
    ['-30M', null],
    { interval: 'minute', intervals: 31 },
    ['2026-11-20T11:33:00Z', '2026-11-20T12:04:00Z'],
  ],
  // The clocks go back on 25 October: each day begins at its own midnight.
  [
    'days of 25 hours',
    ['2026-10-25', '2026-10-26'],
    { zone: 'Europe/Berlin' },
    ['2026-10-22T22:00:00Z', '2026-10-24T22:00:00Z'],
  ],
  // Midnight of 8 March does not exist in Havana, but midnight of the previous day does.
  [
    'a day that begins at one in the morning',
    ['2026-03-08', '2026-03-08'],
    { zone: 'America/Havana' },
    ['2026-03-07T05:00:00Z', '2026-03-08T05:00:00Z'],
  ],
  [
    'a week earlier',
    ['-3d', null],
    { compare: { to: '-1w' } },
    ['2026-11-10T00:00:00Z', '2026-11-14T00:00:00Z'],
  ],
  [
    'a year earlier',
    ['-3d', null],
    { compare: { to: '-1y' } },
    ['2025-11-17T00:00:00Z', '2025-11-21T00:00:00Z'],
  ],
  // February 2026 has 28 days.
  [
    'days of which none exists a month before: as many, from its last day on',
    ['2026-03-29', '2026-03-31'],
    { compare: { to: '-1m' } },
    ['2026-02-28T00:00:00Z', '2026-03-03T00:00:00Z'],
  ],
  [
    'days of which the last does not exist a month before: as many',
    ['2026-03-02', '2026-03-29'],
    { compare: { to: '-1m' } },
    ['2026-02-02T00:00:00Z', '2026-03-02T00:00:00Z'],
  ],
  [
    'the first 28 days of a month',
    ['2026-03-01', '2026-03-28'],
    { compare: { to: '-1m' } },
    ['2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z'],
  ],
  [
    'a whole month, beside a whole one',
    ['2026-02-01', '2026-02-28'],
    { compare: { to: '-1m' } },
    ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'],
  ],
  [
    'a leap day, a year before',
    ['2024-02-29', '2024-02-29'],
    { compare: { to: '-1y' } },
    ['2023-02-28T00:00:00Z', '2023-03-01T00:00:00Z'],
  ],
  [
    'a month up to a day that the one before does not have: all of that',
    ['2026-03-01', '2026-03-30'],
    { interval: 'month', intervals: 1 },
    ['2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z'],
  ],
  ['all of time', ['all', null], {}, null],
  ['a question without a comparison', ['-3d', null], { compare: null }, null],
])('the period before %s', (_name, dates, more, expected) => {
  expect(previousOf(dates, more)).toEqual(expected)
})

// The time is 01:45 UTC, which is the second 02:45 of that night.
test.each([
  ['the minutes of the range', null],
  ['minutes', '-46M'],
  ['seconds', '-2760s'],
])('%s are time that passes where an hour is repeated', (_name, to) => {
  const range = { from: '-45M', to: null, isExplicit: false }
  const time = { range, interval: 'minute', compare: { to }, intervals: 46, zone: 'Europe/Berlin' } as const
  expect(previousOf(['', null], { ...time, now: '2026-10-25T01:45:10Z' })).toEqual([
    '2026-10-25T00:14:00Z',
    '2026-10-25T01:00:00Z',
  ])
})

test('explicit instants move by the wall clock', () => {
  const range = { from: '2026-10-25T01:30', to: '2026-10-25T12:00', isExplicit: true }
  expect(previousOf(['', null], { range, intervals: 1, zone: 'Europe/Berlin' })).toEqual([
    '2026-10-23T23:30:00Z',
    '2026-10-24T10:00:00.001Z',
  ])
})

test.each(['1 week', 'mStart', '-1mStart', 'yesterday', '-w'])('%s is not a span of time', (to) => {
  expect(() => previousOf(['-3d', null], { compare: { to } })).toThrow(
    expect.objectContaining({ kind: 'invalid', code: 'invalid_input', attr: 'compare_to' }),
  )
})

test.each([
  // The clocks go back from midnight to 23:00 at 21:00 UTC, so the range is from 23:25 to 23:06.
  [
    'that ends before its start on the wall clock',
    'Africa/Cairo',
    ['2026-10-29T20:25:00Z', '2026-10-29T21:05:59.999Z'],
    'minute',
    ['2026-10-28T19:25:00Z', '2026-10-28T20:06:00Z'],
  ],
  [
    'of an hour that is repeated',
    'Africa/Cairo',
    ['2026-10-29T20:30:00Z', '2026-10-29T21:29:59.999Z'],
    'minute',
    ['2026-10-28T19:30:00Z', '2026-10-28T20:30:00Z'],
  ],
  // The clocks go forward from 02:00 to 03:00 at 01:00 UTC. 02:30 is taken as 03:30, which is after 03:15.
  [
    'whose start does not exist the day before',
    'Europe/Berlin',
    ['2026-03-30T00:30:00Z', '2026-03-30T01:14:59.999Z'],
    'minute',
    ['2026-03-29T00:30:00Z', '2026-03-29T01:15:00Z'],
  ],
  [
    'after a day that was left out',
    'Pacific/Apia',
    ['2011-12-30T10:00:00Z', '2011-12-31T09:59:59.999Z'],
    'day',
    ['2011-12-29T10:00:00Z', '2011-12-30T10:00:00Z'],
  ],
] as const)(
  'the period before a range %s lasts as long as that',
  (_name, zone, [from, to], interval, expected) => {
    const range = { from, to, isExplicit: true }
    expect(previousOf(['', null], { range, interval, compare: { to: '-1d' }, zone })).toEqual(expected)
  },
)
