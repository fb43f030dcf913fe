import { expect, test } from 'vitest'
import type { QueryNode } from '#web/api/ask.ts'
import { describe, sentenceText } from './describe.ts'

const NOW = Date.parse('2026-11-21T10:42:00Z')
const VOCABULARY = {
  actions: [{ id: 3, name: 'Sign-up opened' }],
  cohorts: [{ id: 7, name: 'Payers' }],
  groupTypes: [{ index: 0, singular: 'account', plural: 'accounts' }],
}
const event = (name: string | null, more = {}) => ({ kind: 'EventsNode', event: name, ...more })

test.each<[QueryNode, string]>([
  [
    {
      kind: 'TrendsQuery',
      series: [event('order placed', { math: 'dau' })],
      dateRange: { date_from: '-30d' },
      breakdownFilter: { breakdown: '$geoip_country_name' },
      compareFilter: { compare: true },
    },
    'Unique persons who did order placed, per day, last 30 days, by country, against the 30 days before.',
  ],
  [
    {
      kind: 'TrendsQuery',
      series: [event('visited pricing', { math: 'dau' }), event('signed up', { math: 'dau' })],
      trendsFilter: { formulaNodes: [{ formula: 'B / A', custom_name: 'Sign-up rate' }] },
    },
    'Sign-up rate, that is signed up ÷ visited pricing in unique persons, per day, last 7 days.',
  ],
  [
    {
      kind: 'TrendsQuery',
      series: [event(null), { kind: 'ActionsNode', id: 3, math: 'unique_group', math_group_type_index: 0 }],
      dateRange: { date_from: '2026-11-01', date_to: '2026-11-15' },
      interval: 'week',
      properties: [
        { type: 'person', key: 'plan', operator: 'is_not', value: ['trial'] },
        { type: 'cohort', key: 'id', operator: 'in', value: 7 },
      ],
    },
    'How often any event happened and unique accounts that did Sign-up opened, where plan is not trial and in Payers, per week, 1 Nov to 15 Nov.',
  ],
  [
    {
      kind: 'TrendsQuery',
      series: [
        event('paid', {
          math: 'sum',
          math_property: 'amount',
          properties: [{ key: 'plan', operator: 'is_set' }],
        }),
      ],
      trendsFilter: { display: 'BoldNumber' },
      filterTestAccounts: true,
    },
    'Sum of amount of paid where plan is set, last 7 days, without test accounts.',
  ],
  [
    { kind: 'StickinessQuery', series: [event('a'), event('b')], interval: 'week' },
    'Persons by the number of weeks in which they did a or b, last 7 days.',
  ],
  [
    { kind: 'LifecycleQuery', series: [event('a')], aggregation_group_type_index: 0 },
    'New, returning, resurrecting and dormant accounts of a, per day, last 7 days.',
  ],
  [
    { kind: 'FunnelsQuery', series: [event('a'), event('b'), event('c')] },
    'Persons who did a, then b, then c, last 7 days.',
  ],
  [
    {
      kind: 'FunnelsQuery',
      series: [{ ...event('a'), math: 'first_time_for_user' }, event('b')],
    },
    'Persons who did a for the first time, then b, last 7 days.',
  ],
  [
    {
      kind: 'RetentionQuery',
      retentionFilter: { targetEntity: { id: 'a' }, returningEntity: { id: 'b' } },
    },
    'Persons who came back to do b after a, over 11 days.',
  ],
  [{ kind: 'PathsQuery' }, 'What persons did one after another, last 7 days.'],
  [{ kind: 'HogQLQuery', query: 'SELECT 1' }, 'The rows of a statement.'],
])('%#: %s', (question, sentence) => {
  expect(sentenceText(describe(question, VOCABULARY, NOW))).toBe(sentence)
})

test('the bold parts name their controls', () => {
  const parts = describe(
    { kind: 'TrendsQuery', series: [event('a')], breakdownFilter: { breakdown: 'plan' } },
    VOCABULARY,
    NOW,
  )
  expect(parts.filter(({ to }) => to !== undefined)).toEqual([
    { text: 'a', to: 'series-0' },
    { text: 'day', to: 'interval' },
    { text: '7 days', to: 'dates' },
    { text: 'plan', to: 'breakdown' },
  ])
})
