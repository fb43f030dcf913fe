import { expect, test } from 'vitest'
import type { QueryNode, SeriesNode } from '#web/api/query-node.ts'
import { proposedName } from './proposed-name.ts'

const VOCABULARY = { actions: [], cohorts: [], groupTypes: [] }
const PLAN = [{ key: 'plan', operator: 'is_date_after', value: '2026-11-01' }]
const paid: SeriesNode = { kind: 'EventsNode', event: 'paid', properties: PLAN }
const DATES = { dateRange: { date_from: '2026-11-01', date_to: '2026-11-15' } }

test.each<[QueryNode, string]>([
  [
    {
      kind: 'TrendsQuery',
      series: [{ ...paid, math: 'dau' }],
      ...DATES,
      interval: 'week',
      properties: PLAN,
      breakdownFilter: { breakdown: '$lib' },
      compareFilter: { compare: true },
      filterTestAccounts: true,
    },
    'Unique persons with paid, by library',
  ],
  [
    { kind: 'FunnelsQuery', series: [{ kind: 'EventsNode', event: 'signed up' }, paid], ...DATES },
    'Persons with signed up, then paid',
  ],
  [
    {
      kind: 'RetentionQuery',
      retentionFilter: { targetEntity: { id: 'signed up', properties: PLAN }, period: 'week' },
      dateRange: { date_to: '2026-11-15' },
    },
    'Persons with signed up who came back with $pageview',
  ],
  [
    { kind: 'PathsQuery', ...DATES, pathsFilter: { includeEventTypes: ['$pageview'] } },
    'Paths of persons through pages',
  ],
  [{ kind: 'HogQLQuery', query: 'SELECT 1' }, 'Result of the SQL statement'],
])('%#: %s', (question, name) => {
  expect(proposedName(question, VOCABULARY)).toBe(name)
})
