import { expect, test } from 'vitest'
import { INTERVALS } from '#contract/question-names.ts'
import { flatNames } from '../../test/fixtures/questions.ts'
import { endText, resolveEnds, type TimeAsked } from './date-range.ts'

const calendar = {
  timezone: 'Australia/Lord_Howe',
  weekStartDay: 0,
  nowMs: Date.UTC(2026, 9, 3, 15, 20),
} as const
const timeOf = (
  from: string,
  to: string | null,
  rest: Partial<TimeAsked> & { isExplicit?: boolean },
): TimeAsked => ({
  range: { from, to, isExplicit: rest.isExplicit ?? false },
  ...{ interval: 'day', startsWithInterval: false, lastIntervals: null, compare: null },
  ...rest,
})

test('the text of an end means the same as no end, for every interval', () => {
  for (const interval of [null, ...INTERVALS])
    for (const from of [
      '-7d',
      '-24h',
      '-90M',
      '-30s',
      'hStart',
      'mStart',
      '2026-09-30',
      '2026-10-03T10:11:12',
    ])
      for (const startsWithInterval of [false, true])
        for (const isExplicit of [false, true]) {
          const time = { interval, startsWithInterval, isExplicit }
          const end = (to: string | null) =>
            String(resolveEnds(timeOf(from, to, time), calendar, 0, flatNames).end)
          const text = endText(timeOf(from, null, time))
          expect([interval, from, time, end(text)]).toEqual([interval, from, time, end(null)])
          expect(text).toMatch(/^[dhMs]End$/)
        }
})

test('an end that is asked for is told as it was asked for', () => {
  expect(endText(timeOf('-7d', '-1d', {}))).toBe('-1d')
})
