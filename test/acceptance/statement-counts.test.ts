import { beforeAll, expect, test } from 'vitest'
import * as kinds from '../../src/insights/kinds/kinds.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()

const event = (name: string, distinctId: string, hour: number, properties: object = {}) => ({
  event: name,
  distinct_id: distinctId,
  timestamp: `2026-11-19T${hour}:00:00Z`,
  properties: { plan: 'pro', amount: 5, $current_url: `https://shop.example/${name}`, ...properties },
})
beforeAll(() =>
  server.capture([
    ...['ada', 'bob', 'cid'].flatMap((id) => [event('visit', id, 10), event('pay', id, 11)]),
    event('$groupidentify', 'ada', 12, { $group_type: 'company', $group_key: 'acme' }),
  ]),
)

/** Returns how many statements the questions of clients have sent to the engine since the start. */
async function statements(): Promise<number> {
  const { body } = await server.app.server.inject('/metrics')
  const counts = body.matchAll(/^throughline_query_seconds_count\{kind="\w+",source="key"\} (\d+)$/gm)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}
async function statementsOf(query: object): Promise<number> {
  const before = await statements()
  const { status, body } = await server.request('POST', '/api/projects/1/query/', { query })
  expect([status, body.detail]).toEqual([200, undefined])
  return (await statements()) - before
}

const visit = { kind: 'EventsNode', event: 'visit' }
const pay = { kind: 'EventsNode', event: 'pay' }
const dateRange = { date_from: '-7d' }
const breakdownFilter = { breakdown: 'plan', breakdown_type: 'event' }
const TREND = { kind: 'TrendsQuery', series: [visit], dateRange }
const FUNNEL = { kind: 'FunnelsQuery', series: [visit, pay], dateRange }
const RETENTION = {
  kind: 'RetentionQuery',
  retentionFilter: { targetEntity: { id: 'visit' }, returningEntity: { id: 'pay' }, totalIntervals: 3 },
}
const PATHS = { kind: 'PathsQuery', pathsFilter: {}, dateRange }
const STICKINESS = { kind: 'StickinessQuery', series: [visit], dateRange }
const LIFECYCLE = { kind: 'LifecycleQuery', series: [visit], dateRange }

/**
 * The number of statements of each question. Breakdowns of trends and retentions, and paths, first ask
 * which values they show.
 */
const COUNTS: readonly (readonly [title: string, query: object, statements: number])[] = [
  ['a trend', TREND, 1],
  ['a trend of two series', { ...TREND, series: [visit, pay] }, 1],
  ['a trend of users', { ...TREND, series: [{ ...visit, math: 'dau' }] }, 1],
  ['a trend with a breakdown', { ...TREND, breakdownFilter }, 2],
  ['a trend with the earlier period', { ...TREND, compareFilter: { compare: true } }, 1],
  ['a trend with a formula', { ...TREND, series: [visit, pay], trendsFilter: { formula: 'A / B' } }, 1],
  ['a funnel', FUNNEL, 1],
  ['a funnel with a breakdown', { ...FUNNEL, breakdownFilter }, 1],
  ['a funnel over time', { ...FUNNEL, funnelsFilter: { funnelVizType: 'trends' } }, 1],
  ['the time to convert', { ...FUNNEL, funnelsFilter: { funnelVizType: 'time_to_convert' } }, 1],
  ['a correlation', { kind: 'FunnelCorrelationQuery', source: FUNNEL, funnelCorrelationType: 'events' }, 1],
  ['a retention', RETENTION, 1],
  ['a retention with a breakdown', { ...RETENTION, breakdownFilter }, 2],
  ['paths', PATHS, 2],
  ['stickiness', STICKINESS, 1],
  ['a lifecycle', LIFECYCLE, 1],
  ['a statement', { kind: 'HogQLQuery', query: 'SELECT event, count() FROM events GROUP BY event' }, 1],
  ['events', { kind: 'EventsQuery', select: ['event', 'timestamp'] }, 1],
  ['sessions', { kind: 'SessionsQuery', select: ['session_id'] }, 1],
  ['groups', { kind: 'GroupsQuery', group_type_index: 0, select: ['group_name'] }, 1],
  ['actors', { kind: 'ActorsQuery', select: ['id'] }, 1],
]

test.each(COUNTS)('%s takes its number of statements', async (_, query, count) => {
  expect(await statementsOf(query)).toBe(count)
})

test('every kind is in the table', () => {
  const asked = new Set(COUNTS.map(([, query]) => (query as { kind: string }).kind))
  const missing = Object.values(kinds).filter(({ names }) => !asked.has(names.node))
  expect(missing).toEqual([])
})
