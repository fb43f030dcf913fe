import { expect, test } from 'vitest'
import type { QueryNode, SeriesNode } from '#web/api/query-node.ts'
import { describe } from './describe.ts'
import { sentenceText } from './sentence-part.ts'

const NOW = Date.parse('2026-11-21T10:42:00Z')
const VOCABULARY = {
  actions: [{ id: 3, name: 'Sign-up opened' }],
  cohorts: [{ id: 7, name: 'Payers' }],
  groupTypes: [{ index: 0, singular: 'account', plural: 'accounts' }],
}
const event = (name: string | null, more: Partial<SeriesNode> = {}): SeriesNode => ({
  kind: 'EventsNode',
  event: name,
  ...more,
})

test.each<[QueryNode, string]>([
  [
    {
      kind: 'TrendsQuery',
      series: [event('order placed', { math: 'dau' })],
      dateRange: { date_from: '-30d' },
      breakdownFilter: { breakdown: '$geoip_country_name' },
      compareFilter: { compare: true },
    },
    'Unique persons with order placed, per day, last 30 days, by country, compared with the previous 30 days.',
  ],
  [
    {
      kind: 'TrendsQuery',
      series: [event('visited pricing', { math: 'dau' }), event('signed up', { math: 'dau' })],
      trendsFilter: { formulaNodes: [{ formula: 'B / A', custom_name: 'Sign-up rate' }] },
    },
    'Sign-up rate, which is signed up ÷ visited pricing in unique persons, per day, last 7 days.',
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
    'Number of all events and unique accounts with Sign-up opened, where plan is not trial and in Payers, per week, 1 Nov to 15 Nov.',
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
    'Persons by the number of weeks with a or b, last 7 days.',
  ],
  [
    { kind: 'LifecycleQuery', series: [event('a')], aggregation_group_type_index: 0 },
    'New, returning, resurrecting and dormant accounts for a, per day, last 7 days.',
  ],
  [
    { kind: 'FunnelsQuery', series: [event('a'), event('b'), event('c')] },
    'Persons with a, then b, then c, within 14 days, last 7 days.',
  ],
  [
    {
      kind: 'FunnelsQuery',
      series: [{ ...event('a'), math: 'first_time_for_user' }, event('b')],
    },
    'Persons with a for the first time ever, then b, within 14 days, last 7 days.',
  ],
  [
    {
      kind: 'RetentionQuery',
      retentionFilter: { targetEntity: { id: 'a' }, returningEntity: { id: 'b' } },
    },
    'Persons with a who came back with b, over 11 days.',
  ],
  [
    {
      kind: 'RetentionQuery',
      retentionFilter: {
        returningEntity: { id: 'b' },
        minimumOccurrences: 2,
        aggregationType: 'sum',
        aggregationProperty: 'amount',
      },
    },
    'Persons with $pageview who came back with b, and the sum of amount, over 11 days.',
  ],
  [
    {
      kind: 'RetentionQuery',
      retentionFilter: {
        aggregationType: 'avg',
        aggregationProperty: 'age',
        aggregationPropertyType: 'person',
      },
    },
    'Persons with $pageview who came back with $pageview, and the mean of age of persons, over 11 days.',
  ],
  [
    { kind: 'RetentionQuery', dateRange: { date_to: '2026-11-15' } },
    'Persons with $pageview who came back with $pageview, over 11 days, until 15 Nov.',
  ],
  [
    {
      kind: 'FunnelsQuery',
      series: [
        event('a', { properties: [{ key: 'plan', value: ['team'] }] }),
        event('b', { optionalInFunnel: true }),
        event('c'),
      ],
      properties: [{ type: 'person', key: 'role', value: ['owner'] }],
      filterTestAccounts: true,
      breakdownFilter: { breakdown: '$device_type' },
      funnelsFilter: {
        funnelWindowInterval: 1,
        funnelWindowIntervalUnit: 'hour',
        funnelOrderType: 'strict',
        exclusions: [{ ...event('left'), funnelFromStep: 0, funnelToStep: 2 }],
        breakdownAttributionType: 'step',
        breakdownAttributionValue: 2,
      },
    },
    'Persons with a where plan is team, then optionally b, then c, with no other event between steps, without left between steps 1 and 3, within 1 hour, where role is owner, last 7 days, by device type (value at c), without test accounts.',
  ],
  [
    {
      kind: 'FunnelsQuery',
      series: [event('a'), event('b'), event('c')],
      interval: 'week',
      funnelsFilter: {
        funnelOrderType: 'unordered',
        funnelVizType: 'trends',
        funnelFromStep: 1,
        funnelToStep: 2,
      },
    },
    'Persons with a, b and c in any order, within 14 days, from step 2 to step 3, per week, last 7 days.',
  ],
  [
    {
      kind: 'RetentionQuery',
      aggregation_group_type_index: 0,
      breakdownFilter: { breakdown: 'plan' },
      retentionFilter: {
        targetEntity: { id: 3, type: 'actions' },
        returningEntity: { id: null, properties: [{ key: 'plan', operator: 'is_set' }] },
        retentionType: 'retention_first_time',
        retentionReference: 'previous',
        period: 'Week',
        totalIntervals: 4,
        minimumOccurrences: 2,
        cumulative: true,
      },
    },
    'Accounts with Sign-up opened for the first time who came back with any event where plan is set at least 2 times, over 4 weeks, in a week or later, as a share of the previous week, by plan.',
  ],
  [{ kind: 'PathsQuery' }, 'Paths of persons through all events, up to 5 steps, last 7 days.'],
  [
    {
      kind: 'PathsQuery',
      pathsFilter: {
        includeEventTypes: ['$pageview', 'custom_event'],
        startPoint: '/',
        endPoint: '/pricing',
        excludeEvents: ['/help', '/docs'],
        pathGroupings: ['/orders/*'],
        stepLimit: 4,
        edgeLimit: 20,
        minEdgeWeight: 2,
        maxEdgeWeight: 90,
        pathReplacements: true,
      },
    },
    "Paths of persons through pages and custom events, from /, to /pricing, without /help and /docs, with /orders/* grouped, cleaned by the project's rules, up to 4 steps, the 20 most frequent edges, edges with at least 2 paths, edges with at most 90 paths, last 7 days.",
  ],
  [
    {
      kind: 'StickinessQuery',
      series: [event('a')],
      stickinessFilter: {
        computedAs: 'cumulative',
        stickinessCriteria: { operator: 'gte', value: 3 },
      },
    },
    'Persons by the minimum number of days with a at least 3 times, last 7 days.',
  ],
  [
    {
      kind: 'LifecycleQuery',
      series: [event('a')],
      lifecycleFilter: { toggledLifecycles: ['dormant', 'new'] },
    },
    'New and dormant persons for a, per day, last 7 days.',
  ],
  [{ kind: 'HogQLQuery', query: 'SELECT 1' }, 'Result of the SQL statement.'],
])('%#: %s', (question, sentence) => {
  expect(sentenceText(describe(question, VOCABULARY, NOW))).toBe(sentence)
})

test.each([
  ['total', 'signed up', 'Number of signed up events'],
  ['total', '$pageview', 'Number of $pageview events'],
  ['total', null, 'Number of all events'],
  ['dau', 'paid', 'Unique persons with paid'],
  ['unique_session', '$pageview', 'Unique sessions with $pageview'],
  ['weekly_active', 'signed up', 'Weekly active persons (7 days) with signed up'],
  ['monthly_active', 'paid', 'Monthly active persons (30 days) with paid'],
  ['first_time_for_user', 'signed up', 'Persons with signed up for the first time ever'],
  ['first_matching_event_for_user', 'paid', 'Persons with paid for the first time with these filters'],
  ['avg_count_per_actor', 'paid', 'Average paid events per person'],
])('a trend of %s reads well with the event %s', (math, name, subject) => {
  const parts = describe({ kind: 'TrendsQuery', series: [event(name, { math })] }, VOCABULARY, NOW)
  expect(sentenceText(parts)).toBe(`${subject}, per day, last 7 days.`)
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
