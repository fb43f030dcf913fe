import { expect, test } from 'vitest'
import { trends } from '#insights/kinds/trends/trends.ts'
import { allHold, NO_RESTRICTION } from '#query/filter.ts'
import { resolvedQuestion, trendQuestion } from '../../../test/fixtures/questions.ts'

const CALENDAR = { timezone: 'UTC', weekStartDay: 0, nowMs: Date.parse('2026-11-20T12:00:00Z') } as const
// A release that computes filters on recordings has stored this filter.
const FACTS = { testAccountFilters: [{ key: 'duration', value: '5', type: 'recording' }] }

const resolvedWith = (parameters: object) =>
  resolvedQuestion(trends, trendQuestion({ events: [{ id: 'paid' }], ...parameters }), CALENDAR, FACTS)

test('test account filters that this version cannot compute fail only the questions that add them', () => {
  expect(resolvedWith({}).filter).toEqual(allHold(NO_RESTRICTION, NO_RESTRICTION))
  expect(() => resolvedWith({ filter_test_accounts: true })).toThrow(
    expect.objectContaining({ code: 'not_supported', attr: 'test_account_filters__0__type' }),
  )
})
