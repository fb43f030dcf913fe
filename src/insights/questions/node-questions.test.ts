import { describe, expect, test } from 'vitest'
import type { FunnelsQuery } from '#insights/runs/question/query.ts'
import { funnelQuestion, trendQuestion } from '../../../test/fixtures/questions.ts'
import { parseNode } from './parse-question.ts'

const plan = { key: 'plan', value: 'free', type: 'event' }
const country = { key: '$geoip_country_code', value: ['NL', 'BE'], operator: 'is_not' }
const paid = { kind: 'EventsNode', event: 'paid' }
const visit = { kind: 'EventsNode', event: 'visit' }

test('a trend node is the question of its flat parameters', () => {
  const node = {
    kind: 'TrendsQuery',
    series: [
      { ...paid, name: 'Paid', custom_name: 'Money', math: 'dau', properties: [plan] },
      { kind: 'EventsNode', event: null },
    ],
    dateRange: { date_from: '-14d', date_to: '-1d', explicitDate: true },
    interval: 'week',
    properties: { type: 'OR', values: [{ type: 'AND', values: [plan, country] }] },
    filterTestAccounts: true,
    trendsFilter: { display: 'ActionsBar', smoothingIntervals: 1, showLegend: true },
    compareFilter: { compare: false },
    samplingFactor: 1,
  }
  const flat = {
    events: [
      { id: 'paid', name: 'Paid', custom_name: 'Money', math: 'dau', properties: [plan] },
      { id: null },
    ],
    date_from: '-14d',
    date_to: '-1d',
    explicit_date: true,
    interval: 'week',
    properties: { type: 'OR', values: [{ type: 'AND', values: [plan, country] }] },
    filter_test_accounts: true,
  }
  expect(parseNode(node).query).toEqual(trendQuestion(flat))
  expect(parseNode({ kind: 'InsightVizNode', source: node }).query).toEqual(trendQuestion(flat))
})

test('a funnel node is the question of its flat parameters', () => {
  const node = {
    kind: 'FunnelsQuery',
    series: [visit, paid],
    dateRange: null,
    funnelsFilter: {
      funnelVizType: 'steps',
      funnelOrderType: 'ordered',
      funnelWindowInterval: 3,
      funnelWindowIntervalUnit: 'hour',
      exclusions: [],
    },
    aggregation_group_type_index: null,
  }
  const flat = {
    events: [{ id: 'visit' }, { id: 'paid' }],
    funnel_window_interval: 3,
    funnel_window_interval_unit: 'hour',
  }
  expect(parseNode(node).query).toEqual(funnelQuestion(flat))
})

test('steps keep their order, and fixed properties have to match as well', () => {
  const { series } = parseNode({
    kind: 'FunnelsQuery',
    series: [
      { ...paid, properties: [plan], fixedProperties: [country] },
      { ...visit, fixedProperties: [country] },
    ],
  }).query as FunnelsQuery
  expect(series.map(({ event, properties }) => [event, properties.members.length])).toEqual([
    ['paid', 2],
    ['visit', 1],
  ])
})

describe('refused with the name of the field', () => {
  const trend = { kind: 'TrendsQuery', series: [visit, paid] }
  const funnel = { kind: 'FunnelsQuery', series: [visit, paid] }
  test.each<[string, unknown, string, string]>([
    ['nothing', undefined, 'required', 'query'],
    ['text', 'TrendsQuery', 'invalid_input', 'query'],
    ['no kind', { series: [] }, 'required', 'query__kind'],
    ['another kind', { kind: 'WebOverviewQuery' }, 'invalid_choice', 'query__kind'],
    ['a viz node without a source', { kind: 'InsightVizNode' }, 'required', 'query__source'],
    [
      'a viz node in a viz node',
      { kind: 'InsightVizNode', source: { kind: 'InsightVizNode', source: trend } },
      'not_supported',
      'query__source__kind',
    ],
    ['no series', { kind: 'TrendsQuery' }, 'required', 'query__series'],
    ['series that are not a list', { ...trend, series: {} }, 'invalid_input', 'query__series'],
    ['a series without a kind', { ...trend, series: [{}] }, 'required', 'query__series__0__kind'],
    [
      'an action without a number',
      { ...trend, series: [paid, { kind: 'ActionsNode' }] },
      'required',
      'query__series__1__id',
    ],
    ['an unknown series', { ...trend, series: [{ kind: 'X' }] }, 'invalid_choice', 'query__series__0__kind'],
    [
      'an unknown math',
      { ...trend, series: [paid, { ...paid, math: 'totl' }] },
      'invalid_choice',
      'query__series__1__math',
    ],
    [
      'a filter of a series',
      { ...trend, series: [{ ...paid, properties: [{ key: 'a' }] }] },
      'required',
      'query__series__0__properties__0__value',
    ],
    ['a filter', { ...trend, properties: [{ key: '' }] }, 'min_length', 'query__properties__0__key'],
    ['dates that are not an object', { ...trend, dateRange: '-7d' }, 'invalid_input', 'query__dateRange'],
    [
      'a date that is not text',
      { ...trend, dateRange: { date_from: 7 } },
      'invalid_input',
      'query__dateRange__date_from',
    ],
    ['an interval', { ...trend, interval: 'second' }, 'invalid_choice', 'query__interval'],
    ['sampling', { ...trend, samplingFactor: 1.5 }, 'invalid_input', 'query__samplingFactor'],
    ...['StickinessQuery', 'LifecycleQuery'].flatMap((kind): [string, unknown, string, string][] => [
      [
        `a breakdown of a ${kind}`,
        { kind, series: [visit], breakdownFilter: { breakdown: '$os' } },
        'not_supported',
        'query__breakdownFilter__breakdown',
      ],
      [
        `a breakdown of a ${kind} that is no object`,
        { kind, series: [visit], breakdownFilter: '$os' },
        'invalid_input',
        'query__breakdownFilter',
      ],
    ]),
    [
      'a formula',
      { ...trend, trendsFilter: { formula: 'A+' } },
      'invalid_input',
      'query__trendsFilter__formula',
    ],
    [
      'smoothing',
      { ...trend, trendsFilter: { smoothingIntervals: 0 } },
      'min_value',
      'query__trendsFilter__smoothingIntervals',
    ],
    [
      'a field inside a viz node',
      { kind: 'InsightVizNode', source: { ...trend, interval: 'second' } },
      'invalid_choice',
      'query__source__interval',
    ],
    [
      'one step by its times',
      { ...funnel, series: [paid], funnelsFilter: { funnelVizType: 'time_to_convert' } },
      'funnel_requires_two_steps',
      'query__series',
    ],
    [
      'a window',
      { ...funnel, funnelsFilter: { funnelWindowInterval: 0 } },
      'min_value',
      'query__funnelsFilter__funnelWindowInterval',
    ],
  ])('%s', (_name, node, code, attr) => {
    expect(() => parseNode(node)).toThrow(expect.objectContaining({ kind: 'invalid', code, attr }))
  })
})
