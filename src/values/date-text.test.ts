import { expect, test } from 'vitest'
import { RequestError } from '#shared/request-error.ts'
import { type Calendar, parseDate, startOfNext } from './date-text.ts'

// 20 November 2026 is a Friday in the fourth quarter. Berlin is an hour ahead of UTC.
const BERLIN: Calendar = {
  timezone: 'Europe/Berlin',
  weekStartDay: 0,
  nowMs: Date.parse('2026-11-20T12:34:56.789Z'),
}
const wall = (value: string, calendar = BERLIN) =>
  parseDate(value, calendar, 'date_from').at.toString({ timeZoneName: 'never' })

test.each([
  ['-10s', '2026-11-20T13:34:46.789+01:00'],
  ['-30M', '2026-11-20T13:04:56.789+01:00'],
  ['-24h', '2026-11-19T13:34:56.789+01:00'],
  ['-7d', '2026-11-13T13:34:56.789+01:00'],
  ['-2w', '2026-11-06T13:34:56.789+01:00'],
  // The time on the wall clock stays the same if the date is in summer.
  ['-2m', '2026-09-20T13:34:56.789+02:00'],
  // A quarter is 13 weeks.
  ['-1q', '2026-08-21T13:34:56.789+02:00'],
  ['-1y', '2025-11-20T13:34:56.789+01:00'],
  ['-0d', '2026-11-20T13:34:56.789+01:00'],
  // The sign and the number of a relative date may be left out.
  ['7d', '2026-11-13T13:34:56.789+01:00'],
  ['d', '2026-11-20T13:34:56.789+01:00'],
  ['-h', '2026-11-20T13:34:56.789+01:00'],
  [' -7d\n', '2026-11-13T13:34:56.789+01:00'],
])('%s ago is %s', (value, expected) => {
  expect(wall(value)).toBe(expected)
})

test('months ago end with the last day of a shorter month', () => {
  const march31 = { ...BERLIN, nowMs: Date.parse('2026-03-31T10:00Z') }
  expect(wall('-1m', march31)).toBe('2026-02-28T12:00:00+01:00')
})

test.each([
  ['hStart', '2026-11-20T13:00:00+01:00'],
  ['hEnd', '2026-11-20T13:59:59.999+01:00'],
  ['dStart', '2026-11-20T00:00:00+01:00'],
  ['dEnd', '2026-11-20T23:59:59.999+01:00'],
  ['wStart', '2026-11-15T00:00:00+01:00'],
  ['wEnd', '2026-11-21T23:59:59.999+01:00'],
  ['mStart', '2026-11-01T00:00:00+01:00'],
  ['mEnd', '2026-11-30T23:59:59.999+01:00'],
  // The quarter begins in October, in summer time.
  ['qStart', '2026-10-01T00:00:00+02:00'],
  ['qEnd', '2026-12-31T23:59:59.999+01:00'],
  ['yStart', '2026-01-01T00:00:00+01:00'],
  ['yEnd', '2026-12-31T23:59:59.999+01:00'],
  ['-1hStart', '2026-11-20T12:00:00+01:00'],
  ['-1dStart', '2026-11-19T00:00:00+01:00'],
  ['-1dEnd', '2026-11-19T23:59:59.999+01:00'],
  ['-1wStart', '2026-11-08T00:00:00+01:00'],
  ['-1mStart', '2026-10-01T00:00:00+02:00'],
  ['-1mEnd', '2026-10-31T23:59:59.999+01:00'],
  // The date 13 weeks ago is 21 August, which is in the third quarter.
  ['-1qStart', '2026-07-01T00:00:00+02:00'],
  ['-1qEnd', '2026-09-30T23:59:59.999+02:00'],
  ['-1yStart', '2025-01-01T00:00:00+01:00'],
  ['-1yEnd', '2025-12-31T23:59:59.999+01:00'],
  ['MStart', '2026-11-20T13:34:00+01:00'],
  ['-30MStart', '2026-11-20T13:04:00+01:00'],
  ['-30MEnd', '2026-11-20T13:04:59.999+01:00'],
  ['-6sStart', '2026-11-20T13:34:50+01:00'],
  ['sEnd', '2026-11-20T13:34:56.999+01:00'],
])('%s is at %s', (value, expected) => {
  expect(wall(value)).toBe(expected)
})

test.each([
  [0, '2026-11-20T12:00Z', '2026-11-15', '2026-11-21'],
  [1, '2026-11-20T12:00Z', '2026-11-16', '2026-11-22'],
  // A Sunday is the first day of a week, or its last day if weeks begin on Monday.
  [0, '2026-11-22T12:00Z', '2026-11-22', '2026-11-28'],
  [1, '2026-11-22T12:00Z', '2026-11-16', '2026-11-22'],
  [0, '2026-11-23T12:00Z', '2026-11-22', '2026-11-28'],
  [1, '2026-11-23T12:00Z', '2026-11-23', '2026-11-29'],
] as const)('weeks begin on day %d: at %s from %s to %s', (weekStartDay, now, first, last) => {
  const calendar = { ...BERLIN, weekStartDay, nowMs: Date.parse(now) }
  expect(wall('wStart', calendar).slice(0, 10)).toBe(first)
  expect(wall('wEnd', calendar).slice(0, 10)).toBe(last)
})

// The clocks of Santiago went from 23:59:59 on Saturday to 01:00 on Sunday.
test.each([
  ['dStart', '2022-09-11T01:00:00-03:00'],
  ['dEnd', '2022-09-11T23:59:59.999-03:00'],
  ['wStart', '2022-09-11T01:00:00-03:00'],
  ['wEnd', '2022-09-17T23:59:59.999-03:00'],
])('%s where the day has no midnight is %s', (value, expected) => {
  const santiago = {
    timezone: 'America/Santiago',
    weekStartDay: 0,
    nowMs: Date.parse('2022-09-11T12:00Z'),
  } as const
  expect(wall(value, santiago)).toBe(expected)
})

// In this night the half hour from 01:30 to 02:00 happens twice, at +11:00 and then at +10:30. So the hour
// that begins at 01:00 has 90 minutes.
test('an hour that a change of the clocks makes longer ends at the next full hour', () => {
  const lordHowe = {
    timezone: 'Australia/Lord_Howe',
    weekStartDay: 0,
    nowMs: Date.parse('2026-04-04T15:10Z'),
  } as const
  expect(wall('hStart', lordHowe)).toBe('2026-04-05T01:00:00+11:00')
  expect(wall('hEnd', lordHowe)).toBe('2026-04-05T01:59:59.999+10:30')
})

test('the day after a day that the calendar left out', () => {
  const apia = { timezone: 'Pacific/Apia', weekStartDay: 0, nowMs: Date.parse('2011-12-29T12:00Z') } as const
  const thursday = parseDate('dStart', apia, 'date_from').at
  expect(thursday.toString()).toBe('2011-12-29T00:00:00-10:00[Pacific/Apia]')
  expect(startOfNext(thursday, 'd').toString()).toBe('2011-12-31T00:00:00+14:00[Pacific/Apia]')
})

test.each([
  ['2026-11-20', '2026-11-20T00:00:00+01:00'],
  ['2026-6-1', '2026-06-01T00:00:00+02:00'],
  ['2024-02-29', '2024-02-29T00:00:00+01:00'],
  ['2026-11-20T10:30', '2026-11-20T10:30:00+01:00'],
  ['2026-11-20 10:30:15', '2026-11-20T10:30:15+01:00'],
  ['2026-11-20T10:30:15.5', '2026-11-20T10:30:15.5+01:00'],
  // A time with an offset is an instant, shown on the project's clock.
  ['2026-11-20T10:30:00Z', '2026-11-20T11:30:00+01:00'],
  ['2026-11-20T10:30+05', '2026-11-20T06:30:00+01:00'],
  ['2026-11-20T23:30-05:00', '2026-11-21T05:30:00+01:00'],
  ['2026-11-20 10:30:00.123+0530', '2026-11-20T06:00:00.123+01:00'],
  // In the first night 02:30 does not exist, and is taken for the later time 03:30. In the second night it
  // exists twice, and is taken for the earlier of the two instants.
  ['2026-03-29T02:30', '2026-03-29T03:30:00+02:00'],
  ['2026-10-25T02:30', '2026-10-25T02:30:00+02:00'],
])('%s is parsed as %s', (value, expected) => {
  expect(wall(value)).toBe(expected)
})

test.each([
  ['2026-11-20', true, null],
  ['2026-11-20T00:00', false, null],
  ['2026-11-20T00:00Z', false, null],
  ['-7d', true, null],
  ['mStart', true, null],
  ['-24h', false, 'h'],
  ['-30M', false, 'M'],
  ['-10s', false, 's'],
  ['hStart', false, 'h'],
  ['-30MStart', false, 'M'],
])('%s: whole day %s, unit of the clock %s', (value, isWholeDay, clockUnit) => {
  expect(parseDate(value, BERLIN, 'date_from')).toMatchObject({ isWholeDay, clockUnit })
})

test.each([
  '',
  'yesterday',
  'all',
  '-7',
  '-7D',
  '-d7',
  '--7d',
  '+7d',
  '-1.5d',
  '-100000d',
  '-7d Start',
  '-7dstart',
  '2026',
  '2026-11',
  '20261120',
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-11-20T24:00',
  '2026-11-20T10:60',
  '2026-11-20T10',
  '2026-11-20Z',
  '2026-11-20T10:30+25:00',
  '2026-11-20T10:30+5',
  // A plus sign in the query string of an address is decoded as a blank.
  '2026-11-20T10:30 05:00',
  '2026-11-20T10:30 Europe/Berlin',
  '-7days',
  'a -7d b',
  '-1dstart',
  'Start',
  "2026-11-20' OR 1=1",
  '٢٠٢٦-١١-٢٠',
])('%j is not a date', (value) => {
  const read = () => parseDate(value, BERLIN, 'date_to')
  expect(read).toThrow(RequestError)
  expect(read).toThrow(
    expect.objectContaining({
      kind: 'invalid',
      code: 'invalid_input',
      attr: 'date_to',
      message: `"${value}" is not a date: use YYYY-MM-DD or a relative date such as -7d.`,
    }),
  )
})
