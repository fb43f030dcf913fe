import fc from 'fast-check'
import { expect, test } from 'vitest'
import { INTERVALS } from '#contract/question-names.ts'
import type { Interval } from '#query/interval.ts'
import { CUT_RANGES } from '../../test/fixtures/cut-ranges.ts'
import { resolvedRange } from '../../test/fixtures/questions.ts'

const iso = (epochMs: number) => new Date(epochMs).toISOString().replace('.000Z', 'Z')
const rangeIn = (timezone: string, from: string, to: string, interval: Interval, nowMs = 0) =>
  resolvedRange({ from, to, isExplicit: false }, interval, { timezone, weekStartDay: 0, nowMs }, 0)

test.each(CUT_RANGES)('in %s from %s to %s by %s', (timezone, from, to, interval, expected) => {
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
  'America/Sao_Paulo',
]
const SHORT_RELATIVE = ['-1h', '-30h', '-45M', '-90s', '-1d', 'hStart', 'MStart', 'dStart']
const RELATIVE = ['-1h', '-30h', '-45M', '-9d', '-3w', '-2m', '-1q', 'hStart', 'dStart', '-1wStart', 'qStart']

const ASKED: readonly (readonly [Interval, string])[] = INTERVALS.flatMap((interval) =>
  (interval === 'minute' ? SHORT_RELATIVE : RELATIVE).map((from) => [interval, from] as const),
)

// Hours are cut in special ways around midnight and around changes of the clocks. The test takes many short
// ranges, so that some of them are there.
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
        const labels = buckets.map(({ label }) => label)
        expect(new Set(labels).size).toBe(labels.length)
        // If a bucket were missing, the one before it would be longer than its interval can be.
        const longestMs =
          {
            ...{ minute: 1 / 60, hour: 1.5, day: 25, week: 169 },
            ...{ month: 31 * 24 + 1, quarter: 92 * 24 + 1, year: 366 * 24 + 1 },
          }[interval] * 3_600_000
        for (const [i, startMs] of startsMs.entries())
          expect((startsMs[i + 1] ?? toMs) - startMs).toBeLessThanOrEqual(longestMs)
      },
    ),
    { numRuns: 300 },
  )
})
