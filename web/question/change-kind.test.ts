import { expect, test } from 'vitest'
import type { QueryNode } from '#web/api/query-node.ts'
import { changeKind, type KindRules } from './change-kind.ts'

const RULES: KindRules = {
  maths: ['total', 'dau'],
  leastSeries: 1,
  mostSeries: 26,
  events: ['opened', 'paid'],
}
const TREND = {
  kind: 'TrendsQuery',
  series: [
    { kind: 'EventsNode', event: 'paid', math: 'dau' },
    { kind: 'EventsNode', event: 'signed up', math: 'sum', math_property: 'amount' },
  ],
  dateRange: { date_from: '-30d' },
  interval: 'week',
  properties: [{ key: 'plan', value: ['team'] }],
  breakdownFilter: { breakdown: 'plan' },
  compareFilter: { compare: true },
  trendsFilter: { display: 'ActionsBar' },
} satisfies QueryNode

test('a funnel of a trend keeps events, filters, dates and breakdown, and leaves what it does not have', () => {
  expect(changeKind(TREND, 'FunnelsQuery', { ...RULES, leastSeries: 2 })).toEqual({
    kind: 'FunnelsQuery',
    series: [TREND.series[0], { kind: 'EventsNode', event: 'signed up' }],
    dateRange: TREND.dateRange,
    properties: TREND.properties,
    breakdownFilter: TREND.breakdownFilter,
  })
})

test('steps that are missing are the most frequent other events', () => {
  const one = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'opened' }] } satisfies QueryNode
  const funnel = changeKind(one, 'FunnelsQuery', { ...RULES, leastSeries: 2 })
  expect(funnel['series']).toEqual([
    { kind: 'EventsNode', event: 'opened' },
    { kind: 'EventsNode', event: 'paid' },
  ])
  const alone = changeKind(one, 'FunnelsQuery', { ...RULES, leastSeries: 2, events: ['opened'] })
  expect(alone['series']).toEqual([one.series[0], one.series[0]])
})

test('a lifecycle keeps the first event, and a stickiness the comparison', () => {
  const lifecycle = changeKind(TREND, 'LifecycleQuery', { ...RULES, mostSeries: 1 })
  expect(lifecycle['series']).toEqual([TREND.series[0]])
  expect(lifecycle['compareFilter']).toBeUndefined()
  expect(changeKind(TREND, 'StickinessQuery', RULES)['compareFilter']).toEqual({ compare: true })
})

test('the events of a retention come from a trend, and go back to it', () => {
  const retention = changeKind(TREND, 'RetentionQuery', RULES)
  expect(retention).not.toHaveProperty('dateRange')
  const ended = { ...retention, dateRange: { date_to: '2026-11-15' } }
  expect(changeKind(ended, 'FunnelsQuery', RULES)).not.toHaveProperty('dateRange')
  expect(retention['retentionFilter']).toEqual({
    targetEntity: { id: 'paid', type: 'events' },
    returningEntity: { id: 'signed up', type: 'events' },
  })
  expect(changeKind(retention, 'TrendsQuery', RULES)['series']).toEqual([
    { kind: 'EventsNode', event: 'paid' },
    { kind: 'EventsNode', event: 'signed up' },
  ])
})

test('a kind without events gets the most frequent one', () => {
  const paths = changeKind(TREND, 'PathsQuery', RULES)
  expect(paths).toEqual({ kind: 'PathsQuery', dateRange: TREND.dateRange, properties: TREND.properties })
  expect(changeKind(paths, 'TrendsQuery', RULES)['series']).toEqual([{ kind: 'EventsNode', event: 'opened' }])
  expect(changeKind(paths, 'HogQLQuery', RULES)).toMatchObject({ kind: 'HogQLQuery' })
})
