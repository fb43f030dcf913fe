import { describe, expect, test } from 'vitest'
import type { Interval } from '#query/interval.ts'
import { LIMITS } from '#query/limits.ts'
import type { Calendar } from '#values/date-text.ts'
import { resolvedRange } from '../../test/fixtures/questions.ts'

const calendar = (timezone: string, now: string, weekStartDay: 0 | 1 = 0): Calendar => ({
  timezone,
  weekStartDay,
  nowMs: Date.parse(now),
})
const rangeOf = (from: string, to: string | null, interval: Interval, where: Calendar, earliest?: string) =>
  resolvedRange({ from, to, isExplicit: false }, interval, where, Date.parse(earliest ?? '2026-01-01'))
const explicitRange = (from: string, to: string | null, interval: Interval, where: Calendar) =>
  resolvedRange({ from, to, isExplicit: true }, interval, where, 0)
const iso = (epochMs: number) => new Date(epochMs).toISOString().replace('.000Z', 'Z')
const ends = ({ fromMs, toMs }: { fromMs: number; toMs: number }) => [iso(fromMs), iso(toMs)]
const starts = (range: ReturnType<typeof rangeOf>) =>
  range.buckets.map(({ day, startMs }) => `${day} = ${iso(startMs)}`)

// 20 November 2026 is a Friday.
const UTC = calendar('UTC', '2026-11-20T12:34:56.789Z')

describe('the range', () => {
  test.each<[string, string | null, Interval, string, string]>([
    ['-7d', null, 'day', '2026-11-13T00:00:00Z', '2026-11-21T00:00:00Z'],
    ['2026-11-01', '2026-11-03', 'day', '2026-11-01T00:00:00Z', '2026-11-04T00:00:00Z'],
    ['2026-11-01', '2026-11-01', 'day', '2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z'],
    ['-1mStart', '-1mEnd', 'day', '2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z'],
    ['-1dStart', '-1dEnd', 'day', '2026-11-19T00:00:00Z', '2026-11-20T00:00:00Z'],
    // Times are widened to whole days.
    ['2026-11-01T15:00', '2026-11-03T01:00', 'day', '2026-11-01T00:00:00Z', '2026-11-04T00:00:00Z'],
    // A range that is cut into weeks or months has the same events as the range cut into days.
    ['-7d', null, 'week', '2026-11-13T00:00:00Z', '2026-11-21T00:00:00Z'],
    ['-7d', null, 'month', '2026-11-13T00:00:00Z', '2026-11-21T00:00:00Z'],
    ['-20d', '-7d', 'month', '2026-10-31T00:00:00Z', '2026-11-14T00:00:00Z'],
    // A start that is given in hours or less is exact with every interval. The range ends with the current
    // hour, minute or second.
    ['-24h', null, 'day', '2026-11-19T12:34:56.789Z', '2026-11-20T13:00:00Z'],
    ['-30M', null, 'week', '2026-11-20T12:04:56.789Z', '2026-11-20T12:35:00Z'],
    ['-10s', null, 'month', '2026-11-20T12:34:46.789Z', '2026-11-20T12:34:57Z'],
    ['-24h', null, 'hour', '2026-11-19T12:34:56.789Z', '2026-11-20T13:00:00Z'],
    // If an end is given in hours or minutes, the range includes the whole hour or minute.
    ['-2d', '-24h', 'day', '2026-11-18T00:00:00Z', '2026-11-19T13:00:00Z'],
    ['-2d', '-24h', 'hour', '2026-11-18T00:00:00Z', '2026-11-19T13:00:00Z'],
    ['-2d', '-24h', 'minute', '2026-11-18T00:00:00Z', '2026-11-19T13:00:00Z'],
    ['-2d', '-90M', 'month', '2026-11-18T00:00:00Z', '2026-11-20T11:05:00Z'],
    // If a start is given in days, it is midnight, even if the intervals are hours. The range ends with the
    // current hour.
    ['-1d', null, 'hour', '2026-11-19T00:00:00Z', '2026-11-20T13:00:00Z'],
    ['dStart', null, 'hour', '2026-11-20T00:00:00Z', '2026-11-20T13:00:00Z'],
    // Minutes follow the rules of hours.
    ['-30M', null, 'minute', '2026-11-20T12:04:56.789Z', '2026-11-20T12:35:00Z'],
    ['-1h', '-30M', 'minute', '2026-11-20T11:34:56.789Z', '2026-11-20T12:05:00Z'],
    ['-1hStart', '-1hEnd', 'minute', '2026-11-20T11:00:00Z', '2026-11-20T12:00:00Z'],
    ['-2MStart', '-1MEnd', 'minute', '2026-11-20T12:32:00Z', '2026-11-20T12:34:00Z'],
    ['2026-11-19', '2026-11-19', 'minute', '2026-11-19T00:00:00Z', '2026-11-20T00:00:00Z'],
    ['2026-11-19T10:15', '2026-11-19T10:20:30', 'minute', '2026-11-19T10:15:00Z', '2026-11-19T10:20:30.001Z'],
    ['2026-11-20T10:15', null, 'hour', '2026-11-20T10:15:00Z', '2026-11-20T13:00:00Z'],
    // If a relative end is given in days, the range includes the whole day.
    ['-2d', '-1d', 'hour', '2026-11-18T00:00:00Z', '2026-11-20T00:00:00Z'],
    ['-2d', '-1d', 'minute', '2026-11-18T00:00:00Z', '2026-11-20T00:00:00Z'],
    ['-1dStart', '-1dEnd', 'hour', '2026-11-19T00:00:00Z', '2026-11-20T00:00:00Z'],
    ['-1mStart', '-1mEnd', 'hour', '2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z'],
    ['-1d', 'dStart', 'hour', '2026-11-19T00:00:00Z', '2026-11-21T00:00:00Z'],
    // An end that is an hour or a day is included whole. An end that is a time is the last millisecond of
    // the range.
    ['dStart', '-2h', 'hour', '2026-11-20T00:00:00Z', '2026-11-20T11:00:00Z'],
    ['2026-11-18', '2026-11-19', 'hour', '2026-11-18T00:00:00Z', '2026-11-20T00:00:00Z'],
    ['2026-11-18', '2026-11-18T10:00', 'hour', '2026-11-18T00:00:00Z', '2026-11-18T10:00:00.001Z'],
    // `all` begins with the first event.
    ['all', null, 'day', '2026-01-01T00:00:00Z', '2026-11-21T00:00:00Z'],
  ])('from %s to %s by %s', (from, to, interval, first, end) => {
    expect(ends(rangeOf(from, to, interval, UTC))).toEqual([first, end])
  })

  test('of all is cut from the day, week or month of the first event', () => {
    const earliest = '2026-11-18T22:30:00Z'
    const firstBucket = (interval: Interval, timezone: string) =>
      rangeOf('all', null, interval, { ...UTC, timezone }, earliest).buckets[0]?.day
    expect(firstBucket('day', 'UTC')).toBe('2026-11-18')
    expect(firstBucket('day', 'Asia/Kathmandu')).toBe('2026-11-19')
    expect(firstBucket('week', 'UTC')).toBe('2026-11-15')
    expect(firstBucket('month', 'UTC')).toBe('2026-11-01')
  })

  test.each<[string, string | null, Interval, string, string]>([
    [
      '2026-11-18T10:00:00.250Z',
      '2026-11-19T11:30Z',
      'day',
      '2026-11-18T10:00:00.250Z',
      '2026-11-19T11:30:00.001Z',
    ],
    ['2026-11-18T10:15Z', '2026-11-18T10:15Z', 'hour', '2026-11-18T10:15:00Z', '2026-11-18T10:15:00.001Z'],
    ['-7d', '-1d', 'week', '2026-11-13T12:34:56.789Z', '2026-11-19T12:34:56.790Z'],
    ['-7d', null, 'day', '2026-11-13T12:34:56.789Z', '2026-11-21T00:00:00Z'],
    ['-3h', null, 'hour', '2026-11-20T09:34:56.789Z', '2026-11-20T13:00:00Z'],
  ])('explicitly from %s to %s by %s includes both instants', (from, to, interval, first, end) => {
    expect(ends(explicitRange(from, to, interval, UTC))).toEqual([first, end])
  })
})

describe('buckets', () => {
  test('are written for programs and for people', () => {
    expect(rangeOf('2026-01-08', '2026-01-08', 'day', UTC).buckets).toEqual([
      { startMs: Date.parse('2026-01-08T00:00Z'), day: '2026-01-08', label: '8-Jan-2026' },
    ])
    expect(rangeOf('2026-01-08T09:59', '2026-01-08T10:00', 'hour', UTC).buckets).toEqual([
      { startMs: Date.parse('2026-01-08T09:00Z'), day: '2026-01-08 09:00:00', label: '8-Jan-2026 09:00' },
      { startMs: Date.parse('2026-01-08T10:00Z'), day: '2026-01-08 10:00:00', label: '8-Jan-2026 10:00' },
    ])
  })

  test('of minutes are written with their time', () => {
    const { buckets } = rangeOf('2026-01-08T14:04:59', '2026-01-08T14:05', 'minute', UTC)
    expect(buckets).toEqual([
      { startMs: Date.parse('2026-01-08T14:04Z'), day: '2026-01-08 14:04:00', label: '8-Jan-2026 14:04' },
      { startMs: Date.parse('2026-01-08T14:05Z'), day: '2026-01-08 14:05:00', label: '8-Jan-2026 14:05' },
    ])
  })

  test.each<[string, string, string, string, Interval, string[]]>([
    [
      'an hour',
      'Europe/Berlin',
      '2026-10-25T01:00',
      '2026-10-25T03:30',
      'hour',
      ['01:00', '02:00 +02:00', '02:00 +01:00', '03:00'],
    ],
    [
      'the second showing of an hour alone',
      'Europe/Berlin',
      '2026-10-25T01:10Z',
      '2026-10-25T03:30',
      'hour',
      ['02:00 +01:00', '03:00'],
    ],
    [
      'the first showing of an hour alone',
      'America/New_York',
      '2026-11-01T00:00',
      '2026-11-01T05:59Z',
      'hour',
      ['00:00', '01:00 -04:00'],
    ],
    [
      'the minutes of half an hour',
      'Australia/Lord_Howe',
      '2026-04-05T01:29',
      '2026-04-04T15:00:30Z',
      'minute',
      ['01:29', ...Array.from({ length: 30 }, (_, i) => `01:${30 + i} +11:00`), '01:30 +10:30'],
    ],
  ])('that the clocks show twice have their offset: %s', (_, timezone, from, to, interval, expected) => {
    const { buckets } = rangeOf(from, to, interval, calendar(timezone, '2026-12-01T00:00Z'))
    expect(buckets.map(({ label }) => label.slice(label.indexOf(' ') + 1))).toEqual(expected)
    for (const { day } of buckets) expect(day).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:00$/)
  })

  test.each<[0 | 1, string[]]>([
    [0, ['2026-11-08', '2026-11-15']],
    [1, ['2026-11-09', '2026-11-16']],
  ])('of weeks that begin on day %d', (weekStartDay, expected) => {
    const where = calendar('UTC', '2026-11-20T12:00Z', weekStartDay)
    expect(rangeOf('-7d', null, 'week', where).buckets.map(({ day }) => day)).toEqual(expected)
  })

  test('of months have their own lengths', () => {
    expect(starts(rangeOf('2026-01-31', '2026-03-01', 'month', UTC))).toEqual([
      '2026-01-01 = 2026-01-01T00:00:00Z',
      '2026-02-01 = 2026-02-01T00:00:00Z',
      '2026-03-01 = 2026-03-01T00:00:00Z',
    ])
  })
})

test('quarters and years are those of the calendar', () => {
  expect(starts(rangeOf('2025-12-31', '2026-04-01', 'quarter', UTC))).toEqual([
    '2025-10-01 = 2025-10-01T00:00:00Z',
    '2026-01-01 = 2026-01-01T00:00:00Z',
    '2026-04-01 = 2026-04-01T00:00:00Z',
  ])
  expect(starts(rangeOf('2025-12-31', '2026-04-01', 'year', UTC))).toEqual([
    '2025-01-01 = 2025-01-01T00:00:00Z',
    '2026-01-01 = 2026-01-01T00:00:00Z',
  ])
})

describe('is refused', () => {
  const refused = (code: string, attr: string) => expect.objectContaining({ kind: 'invalid', code, attr })

  test.each([
    ['2026-11-20', '2026-11-19'],
    ['2026-11-20', '-2d'],
    ['2027-01-01', null],
    ['dStart', '-1dEnd'],
  ])('from %s to %s, which ends before it begins', (from, to) => {
    expect(() => rangeOf(from, to, 'day', UTC)).toThrow(refused('invalid_input', 'date_to'))
  })

  test('an explicit range that ends before it begins', () => {
    const reversed = () => explicitRange('2026-11-20T10:00:00.001Z', '2026-11-20T10:00Z', 'day', UTC)
    expect(reversed).toThrow(refused('invalid_input', 'date_to'))
  })

  test('more than 100 years', () => {
    expect(rangeOf('1926-12-01', null, 'month', UTC).buckets).toHaveLength(1200)
    expect(() => rangeOf('1926-11-20', null, 'day', UTC)).toThrow(refused('max_value', 'date_from'))
    expect(() => rangeOf('-99999y', null, 'month', UTC)).toThrow(refused('max_value', 'date_from'))
  })

  test('more than 10,000 buckets', () => {
    // The range has the current hour and the 9,999 hours before it.
    expect(rangeOf('-9999h', null, 'hour', UTC).buckets).toHaveLength(LIMITS.buckets)
    expect(() => rangeOf('-10000h', null, 'hour', UTC)).toThrow(refused('max_value', 'interval'))
    expect(rangeOf('-9999M', null, 'minute', UTC).buckets).toHaveLength(LIMITS.buckets)
    expect(() => rangeOf('-10000M', null, 'minute', UTC)).toThrow(
      'More than 10000 minutes: choose a longer interval, or a shorter range of dates.',
    )
  })

  test.each([
    ['date_from', 'soon', null],
    ['date_to', '-7d', 'all'],
    ['date_to', '-7d', '2026-02-30'],
  ])('an unreadable %s', (attr, from, to) => {
    expect(() => rangeOf(from, to, 'day', UTC)).toThrow(refused('invalid_input', attr))
  })
})
