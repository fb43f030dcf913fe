import fc from 'fast-check'
import { expect, test } from 'vitest'
import { INTERVALS, type Interval } from '#query/interval.ts'
import { resolvedRange } from '../../test/fixtures/questions.ts'

const iso = (epochMs: number) => new Date(epochMs).toISOString().replace('.000Z', 'Z')
const rangeIn = (timezone: string, from: string, to: string, interval: Interval, nowMs = 0) =>
  resolvedRange({ from, to, isExplicit: false }, interval, { timezone, weekStartDay: 0, nowMs }, 0)

// Where, from, to, and the local beginning of each bucket with its instant.
test.each<[string, string, string, Interval, string[]]>([
  [
    'Europe/Berlin',
    '2026-03-28',
    '2026-03-30',
    'day', // The 29th has 23 hours.
    [
      '2026-03-28 = 2026-03-27T23:00:00Z',
      '2026-03-29 = 2026-03-28T23:00:00Z',
      '2026-03-30 = 2026-03-29T22:00:00Z',
    ],
  ],
  [
    'Europe/Berlin',
    '2026-10-25T01:00',
    '2026-10-25T03:00',
    'hour', // 02:00 comes twice.
    [
      '2026-10-25 01:00:00 = 2026-10-24T23:00:00Z',
      '2026-10-25 02:00:00 = 2026-10-25T00:00:00Z',
      '2026-10-25 02:00:00 = 2026-10-25T01:00:00Z',
      '2026-10-25 03:00:00 = 2026-10-25T02:00:00Z',
    ],
  ],
  [
    'Europe/Berlin',
    '2026-03-01',
    '2026-04-01',
    'month',
    ['2026-03-01 = 2026-02-28T23:00:00Z', '2026-04-01 = 2026-03-31T22:00:00Z'],
  ],
  [
    'America/Havana',
    '2023-11-04',
    '2023-11-06',
    'day', // At 01:00 the clocks went back to midnight: the day begins with the first of the two.
    [
      '2023-11-04 = 2023-11-04T04:00:00Z',
      '2023-11-05 = 2023-11-05T04:00:00Z',
      '2023-11-06 = 2023-11-06T05:00:00Z',
    ],
  ],
  [
    'America/Havana',
    '2023-11-05',
    '2023-11-05T01:00',
    'hour',
    [
      '2023-11-05 00:00:00 = 2023-11-05T04:00:00Z',
      '2023-11-05 00:00:00 = 2023-11-05T05:00:00Z',
      '2023-11-05 01:00:00 = 2023-11-05T06:00:00Z',
    ],
  ],
  [
    'America/Santiago',
    '2022-09-10',
    '2022-09-12',
    'day', // The 11th began at 01:00.
    [
      '2022-09-10 = 2022-09-10T04:00:00Z',
      '2022-09-11 = 2022-09-11T04:00:00Z',
      '2022-09-12 = 2022-09-12T03:00:00Z',
    ],
  ],
  [
    'America/Santiago',
    '2022-09-07',
    '2022-09-18',
    'week', // The 11th was a Sunday.
    [
      '2022-09-04 = 2022-09-04T04:00:00Z',
      '2022-09-11 = 2022-09-11T04:00:00Z',
      '2022-09-18 = 2022-09-18T03:00:00Z',
    ],
  ],
  [
    'Asia/Kathmandu',
    '2026-11-19',
    '2026-11-20',
    'day', // +05:45
    ['2026-11-19 = 2026-11-18T18:15:00Z', '2026-11-20 = 2026-11-19T18:15:00Z'],
  ],
  [
    'Asia/Kathmandu',
    '2026-11-20T00:30',
    '2026-11-20T01:30',
    'hour',
    ['2026-11-20 00:00:00 = 2026-11-19T18:15:00Z', '2026-11-20 01:00:00 = 2026-11-19T19:15:00Z'],
  ],
  [
    'Australia/Lord_Howe',
    '2026-10-03',
    '2026-10-05',
    'day', // From +10:30 to +11:00 on the 4th, which has 23 and a half hours.
    [
      '2026-10-03 = 2026-10-02T13:30:00Z',
      '2026-10-04 = 2026-10-03T13:30:00Z',
      '2026-10-05 = 2026-10-04T13:00:00Z',
    ],
  ],
  [
    'Australia/Lord_Howe',
    '2026-10-04T01:00',
    '2026-10-04T03:30',
    'hour', // At 02:00 the clocks went to 02:30, so half an hour is left of that one.
    [
      '2026-10-04 01:00:00 = 2026-10-03T14:30:00Z',
      '2026-10-04 02:30:00 = 2026-10-03T15:30:00Z',
      '2026-10-04 03:00:00 = 2026-10-03T16:00:00Z',
    ],
  ],
  [
    'Australia/Lord_Howe',
    '2026-04-05T00:00',
    '2026-04-05T03:00',
    'hour', // At 02:00 they went back to 01:30, so the hour from 01:00 has 90 minutes.
    [
      '2026-04-05 00:00:00 = 2026-04-04T13:00:00Z',
      '2026-04-05 01:00:00 = 2026-04-04T14:00:00Z',
      '2026-04-05 02:00:00 = 2026-04-04T15:30:00Z',
      '2026-04-05 03:00:00 = 2026-04-04T16:30:00Z',
    ],
  ],
  [
    'Pacific/Apia',
    '2011-12-29',
    '2012-01-01',
    'day', // The 30th was left out.
    [
      '2011-12-29 = 2011-12-29T10:00:00Z',
      '2011-12-31 = 2011-12-30T10:00:00Z',
      '2012-01-01 = 2011-12-31T10:00:00Z',
    ],
  ],
  [
    'Africa/Cairo',
    '2026-04-23',
    '2026-04-25',
    'day', // Friday the 24th began at 01:00.
    [
      '2026-04-23 = 2026-04-22T22:00:00Z',
      '2026-04-24 = 2026-04-23T22:00:00Z',
      '2026-04-25 = 2026-04-24T21:00:00Z',
    ],
  ],
  [
    'Africa/Cairo',
    '2026-10-29T23:00',
    '2026-10-30T00:00',
    'hour', // At midnight the clocks went back to 23:00.
    [
      '2026-10-29 23:00:00 = 2026-10-29T20:00:00Z',
      '2026-10-29 23:00:00 = 2026-10-29T21:00:00Z',
      '2026-10-30 00:00:00 = 2026-10-29T22:00:00Z',
    ],
  ],
])('in %s from %s to %s by %s', (timezone, from, to, interval, expected) => {
  const { buckets } = rangeIn(timezone, from, to, interval)
  expect(buckets.map(({ day, startMs }) => `${day} = ${iso(startMs)}`)).toEqual(expected)
})

test('the end of a day without midnight is the end of that day', () => {
  const { fromMs, toMs } = rangeIn(
    'America/Santiago',
    'dStart',
    'dEnd',
    'day',
    Date.parse('2022-09-11T12:00Z'),
  )
  expect([iso(fromMs), iso(toMs)]).toEqual(['2022-09-11T04:00:00Z', '2022-09-12T03:00:00Z'])
})

const TIMEZONES = [
  'UTC',
  'Europe/Berlin',
  'America/Havana',
  'America/Santiago',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Cairo',
]
const SHORT_RELATIVE = ['-1h', '-30h', '-45M', '-90s', '-1d', 'hStart', 'MStart', 'dStart']
const RELATIVE = ['-1h', '-30h', '-45M', '-9d', '-3w', '-2m', '-1q', 'hStart', 'dStart', '-1wStart', 'qStart']

const ASKED: readonly (readonly [Interval, string])[] = INTERVALS.flatMap((interval) =>
  (interval === 'minute' ? SHORT_RELATIVE : RELATIVE).map((from) => [interval, from] as const),
)

// Hours are cut around midnight and the clocks there, so ranges are short and many.
test('buckets follow each other without gaps: the first holds the start and the last the end', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...TIMEZONES),
      fc.integer({ min: Date.UTC(2007, 0), max: Date.UTC(2030, 0) }),
      fc.constantFrom<0 | 1>(0, 1),
      fc.constantFrom(...ASKED),
      fc.boolean(),
      (timezone, nowMs, weekStartDay, [interval, from], isExplicit) => {
        const range = { from, to: null, isExplicit }
        const { buckets, fromMs, toMs } = resolvedRange(range, interval, { timezone, weekStartDay, nowMs }, 0)
        const startsMs = buckets.map(({ startMs }) => startMs)
        expect(startsMs).toEqual([...new Set(startsMs)].sort((a, b) => a - b))
        expect(startsMs[0]).toBeLessThanOrEqual(fromMs)
        expect(startsMs[1] ?? toMs).toBeGreaterThan(fromMs)
        expect(startsMs.at(-1)).toBeLessThan(toMs)
        // No bucket was left out: none is longer than its interval can be.
        const longestMs =
          { minute: 1 / 60, hour: 1.5, day: 25, week: 169, month: 31 * 24 + 1 }[interval] * 3_600_000
        for (const [i, startMs] of startsMs.entries())
          expect((startsMs[i + 1] ?? toMs) - startMs).toBeLessThanOrEqual(longestMs)
      },
    ),
    { numRuns: 300 },
  )
})
