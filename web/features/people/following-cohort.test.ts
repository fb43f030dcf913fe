import { expect, test } from 'vitest'
import type { QueryNode, SeriesNode } from '#web/api/query-node.ts'
import { followingCohort } from './following-cohort.ts'

const SIGNED_UP: SeriesNode = { kind: 'EventsNode', event: 'signed up', math: 'dau' }
const series = [SIGNED_UP]
const TREND: QueryNode = {
  kind: 'TrendsQuery',
  series,
  dateRange: { date_from: '-30d' },
  filterTestAccounts: false,
}
const WHOLE = '/api/projects/2/persons/trends/?query=x&series=0'

test('who has an event in the last days is a cohort that follows', () => {
  expect(followingCohort(TREND, WHOLE)).toMatchObject({
    words: 'with signed up in the last 30 days',
    filters: { properties: { values: [{ key: 'signed up', value: 'performed_event', time_value: 30 }] } },
  })
  const { dateRange: _, ...undated } = TREND
  expect(followingCohort(undated, WHOLE)?.words).toContain('7 days')
})

test.each<[string, QueryNode, string]>([
  ['of one day', TREND, `${WHOLE}&day=2026-11-20`],
  ['of one value', TREND, `${WHOLE}&breakdown_value=a`],
  ['of the period before', TREND, `${WHOLE}&compare_label=previous`],
  ['of a funnel', { ...TREND, kind: 'FunnelsQuery' }, '/api/projects/2/persons/funnel/?funnel_step=1'],
  ['with filters', { ...TREND, properties: [{ key: 'plan' }] }, WHOLE],
  [
    'with filters of the series',
    { ...TREND, series: [{ ...SIGNED_UP, properties: [{ key: 'plan' }] }] },
    WHOLE,
  ],
  ['of fixed dates', { ...TREND, dateRange: { date_from: '2026-11-01' } }, WHOLE],
  ['of groups', { ...TREND, aggregation_group_type_index: 0 }, WHOLE],
  ['of active people', { ...TREND, series: [{ ...SIGNED_UP, math: 'weekly_active' }] }, WHOLE],
  ['of two series', { ...TREND, series: [...series, ...series] }, WHOLE],
])('a number %s has none', (_, question, url) => {
  expect(followingCohort(question, url)).toBeNull()
})
