import { describe, expect, test } from 'vitest'
import { MOST_STEPS } from '#insights/runs/question/query.ts'
import { LIMITS } from '#query/limits.ts'
import { funnelQuestion, trendQuestion } from '../../../test/fixtures/questions.ts'

const refusal = (code: string, attr: string) => expect.objectContaining({ kind: 'invalid', code, attr })
const NOTHING = { kind: 'group', combine: 'and', members: [] }
const series = (event: string | null, rest: object = {}) => ({
  event,
  name: event ?? 'All events',
  customName: null,
  math: 'total',
  properties: NOTHING,
  ...rest,
})
/** Fields of a parsed trend that has no comparison, no breakdown and no other option. */
const TREND = {
  breakdown: null,
  form: 'bucket',
  rowOffset: 0,
  compare: null,
  formulas: [],
  smoothingIntervals: 1,
  groupTypeIndex: null,
}
const paid = { id: 'paid' }
const plan = { key: 'plan', value: 'free' }
const readPlan = { kind: 'filter', on: 'event', key: 'plan', operator: 'exact', values: ['free'] }

test('a trend of one event with the defaults of all other parameters', () => {
  expect(trendQuestion({ events: [paid] })).toEqual({
    kind: 'trends',
    series: [series('paid')],
    dateRange: { from: '-7d', to: null, isExplicit: false },
    properties: NOTHING,
    filterTestAccounts: false,
    ...TREND,
    interval: 'day',
  })
})

test('a trend with all parameters', () => {
  const asked = {
    events: [
      { id: 'paid', type: 'events', order: 1, name: 'Paid', custom_name: ' Money ', math: 'dau' },
      { id: null, order: 0, math: 'total', properties: [plan] },
    ],
    properties: { type: 'OR', values: [plan] },
    filter_test_accounts: true,
    date_from: '-2w',
    date_to: '2026-11-20',
    explicit_date: true,
    interval: 'week',
    display: 'ActionsPie',
    smoothing_intervals: 3,
    compare: true,
    compare_to: '-1m',
    formula: 'A / B',
    aggregation_group_type_index: 2,
    breakdown: 'size',
    breakdown_type: 'group',
    breakdown_group_type_index: 1,
    breakdown_limit: 7,
    breakdown_normalize_url: true,
    breakdown_histogram_bin_count: 5,
    breakdown_hide_other_aggregation: true,
  }
  expect(trendQuestion(asked)).toEqual({
    kind: 'trends',
    // The series follow their `order`.
    series: [
      series(null, { properties: { ...NOTHING, members: [readPlan] } }),
      series('paid', { name: 'Paid', customName: 'Money', math: 'dau' }),
    ],
    dateRange: { from: '-2w', to: '2026-11-20', isExplicit: true },
    properties: { kind: 'group', combine: 'or', members: [readPlan] },
    filterTestAccounts: true,
    ...TREND,
    interval: 'day',
    form: 'total',
    rowOffset: 0,
    compare: { to: '-1m' },
    formulas: [
      {
        text: 'A / B',
        customName: null,
        formula: { operator: '/', left: { series: 0 }, right: { series: 1 } },
      },
    ],
    smoothingIntervals: 3,
    groupTypeIndex: 2,
    breakdown: {
      kind: 'properties',
      by: [{ value: { on: { group: 1 }, key: 'size' }, normalizesUrl: true, bins: 5 }],
      isList: false,
      limit: 7,
      hidesOther: true,
    },
  })
})

test('a query string has the same parameters as text', () => {
  const inText = {
    events: JSON.stringify([paid]),
    actions: '[]',
    properties: JSON.stringify([plan]),
    filter_test_accounts: 'true',
    explicit_date: '1',
    compare: 'false',
    smoothing_intervals: '1',
  }
  expect(trendQuestion(inText)).toMatchObject({
    series: [{ event: 'paid' }],
    properties: { members: [readPlan] },
    filterTestAccounts: true,
    dateRange: { isExplicit: true },
  })
})

test('empty parameters are left out', () => {
  const empty = {
    events: [{ id: 'paid', name: '', custom_name: ' ', math: '', properties: [] }],
    actions: [],
    properties: {},
    date_from: '',
    date_to: '',
    interval: '',
    display: '',
    formula: '',
    breakdown: null,
    breakdowns: [],
    sampling_factor: 1,
    aggregation_group_type_index: null,
  }
  expect(trendQuestion(empty)).toEqual(trendQuestion({ events: [paid] }))
})

test('parameters that change no number are accepted', () => {
  const asked = { events: [paid], insight: 'TRENDS', entity_type: 'events', show_legend: true }
  expect(trendQuestion(asked)).toEqual(trendQuestion({ events: [paid] }))
})

test('series without an order keep their place', () => {
  const { series: read } = trendQuestion({
    events: [{ id: 'c', order: 2 }, { id: 'a' }, { id: 'b', order: 0 }, { id: 7, order: 1 }],
  })
  expect(read.map(({ event }) => event)).toEqual(['a', 'b', '7', 'c'])
})

const both = [
  ['trend', trendQuestion],
  ['funnel', funnelQuestion],
] as const
describe.each(both)('a %s refuses', (_name, read) => {
  const events = [{ id: 'visit' }, paid]
  test.each<[string, object, string, string]>([
    ['no events', { events: [] }, 'required', 'events'],
    ['events that are not a list', { events: {} }, 'invalid_input', 'events'],
    ['text that is not JSON', { events: '[' }, 'invalid_input', 'events'],
    ['an event that is not an object', { events: ['paid'] }, 'invalid_input', 'events__0'],
    ['an id that is not text', { events: [paid, { id: {} }] }, 'invalid_input', 'events__1__id'],
    ['an unknown math', { events: [paid, { id: 'a', math: 'totl' }] }, 'invalid_choice', 'events__1__math'],
    [
      'an action without a number',
      { events: [{ id: 'paid', type: 'actions' }] },
      'invalid_input',
      'events__0__id',
    ],
    [
      'a table of a warehouse',
      { events: [{ id: 'a', type: 'data_warehouse' }] },
      'not_supported',
      'events__0__type',
    ],
    [
      'a malformed filter of a series',
      { events: [paid, { id: 'a', properties: [{ value: 1 }] }] },
      'required',
      'events__1__properties__0__key',
    ],
    ['an action of no number', { events, actions: [{ id: 0 }] }, 'invalid_input', 'actions__0__id'],
    ['sampling of more than all', { events, sampling_factor: '1.1' }, 'invalid_input', 'sampling_factor'],
    ['a malformed filter', { events, properties: 'x' }, 'invalid_input', 'properties'],
    ['a date that is not text', { events, date_from: 7 }, 'invalid_input', 'date_from'],
    ['a flag that is not a boolean', { events, explicit_date: 'perhaps' }, 'invalid_input', 'explicit_date'],
    ['a date that is too long', { events, date_to: 'x'.repeat(20_001) }, 'max_length', 'date_to'],
  ])('%s', (_what, body, code, attr) => {
    expect(() => read(body)).toThrow(refusal(code, attr))
  })

  test('a body that is not an object', () => {
    expect(() => read([])).toThrow(expect.objectContaining({ kind: 'invalid', code: 'invalid_input' }))
  })
})

test.each<[string, object, string, string]>([
  ['another display', { display: 'ActionsPies' }, 'invalid_choice', 'display'],
  ['a formula of a series that is not there', { formula: 'A / B' }, 'invalid_input', 'formula'],
  ['smoothing by nothing', { smoothing_intervals: 0 }, 'min_value', 'smoothing_intervals'],
  [
    'a group type that cannot be',
    { aggregation_group_type_index: 5 },
    'invalid_input',
    'aggregation_group_type_index',
  ],
  ['a statistic of nothing', { events: [{ ...paid, math: 'sum' }] }, 'required', 'events__0__math_property'],
  ['a missing expression', { events: [{ ...paid, math: 'hogql' }] }, 'required', 'events__0__math_hogql'],
  [
    'an expression that is no number',
    { events: [{ ...paid, math: 'hogql', math_hogql: "'a'" }] },
    'invalid_input',
    'events__0__math_hogql',
  ],
  [
    'a property that sessions do not have as a number',
    {
      events: [
        { ...paid, math: 'sum', math_property: '$channel_type', math_property_type: 'session_properties' },
      ],
    },
    'invalid_choice',
    'events__0__math_property',
  ],
  ['another interval', { interval: 'second' }, 'invalid_choice', 'interval'],
])('a trend refuses %s', (_name, parameters, code, attr) => {
  expect(() => trendQuestion({ events: [paid], ...parameters })).toThrow(refusal(code, attr))
})

test.each(['hour', 'day', 'week', 'month', 'DAY'])('a trend by %s', (interval) => {
  expect(trendQuestion({ events: [paid], interval }).interval).toBe(interval.toLowerCase())
})

test(`a trend has at most ${LIMITS.series} series`, () => {
  const events = (count: number) => Array.from({ length: count }, () => paid)
  expect(trendQuestion({ events: events(LIMITS.series) }).series).toHaveLength(LIMITS.series)
  expect(() => trendQuestion({ events: events(LIMITS.series + 1) })).toThrow(refusal('max_length', 'events'))
})

describe('a funnel', () => {
  const steps = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `step ${i}` }))
  const windowOf = (parameters: object) => funnelQuestion({ events: steps(2), ...parameters }).windowSeconds

  test('of two steps with the defaults of all other parameters', () => {
    expect(funnelQuestion({ events: steps(2) })).toEqual({
      kind: 'funnels',
      series: [series('step 0'), series('step 1')],
      dateRange: { from: '-7d', to: null, isExplicit: false },
      properties: NOTHING,
      filterTestAccounts: false,
      optionalSteps: [],
      windowSeconds: 14 * 86_400,
      order: 'ordered',
      exclusions: [],
      visualisation: { kind: 'steps' },
      fromStep: 0,
      toStep: 1,
      aggregation: { of: 'person' },
      breakdown: null,
      attribution: { kind: 'first_touch' },
    })
  })

  test.each([
    [{ funnel_window_interval: 3, funnel_window_interval_unit: 'hour' }, 10_800],
    [{ funnel_window_interval: '3', funnel_window_interval_type: 'minute' }, 180],
    // `_unit` wins if both are sent.
    [
      {
        funnel_window_interval: 1,
        funnel_window_interval_unit: 'week',
        funnel_window_interval_type: 'second',
      },
      604_800,
    ],
    [{ funnel_window_interval: 5 }, 432_000],
    [{ funnel_window_interval_unit: 'hour' }, 50_400],
    // `funnel_window_days` is in days, and is used only without an interval.
    [{ funnel_window_days: 2 }, 172_800],
    [{ funnel_window_days: 2, funnel_window_interval_unit: 'hour' }, 172_800],
    [{ funnel_window_days: 2, funnel_window_interval: 3, funnel_window_interval_unit: 'second' }, 3],
  ])('with %j has a window of %d s', (parameters, windowSeconds) => {
    expect(windowOf(parameters)).toBe(windowSeconds)
  })

  test.each<[object, string, string]>([
    [{ funnel_window_interval: 0 }, 'min_value', 'funnel_window_interval'],
    [{ funnel_window_days: 0 }, 'min_value', 'funnel_window_days'],
    [{ funnel_window_interval_unit: 'year' }, 'invalid_choice', 'funnel_window_interval_unit'],
    [{ funnel_window_interval_type: 'year' }, 'invalid_choice', 'funnel_window_interval_type'],
    [{ events: [paid, { id: 'a', math: 'sum' }] }, 'not_supported', 'events__1__math'],
    [{ events: steps(1), funnel_viz_type: 'trends' }, 'funnel_requires_two_steps', 'events'],
    [{ events: steps(MOST_STEPS + 1) }, 'max_length', 'events'],
  ])('with %j is refused', (parameters, code, attr) => {
    expect(() => windowOf(parameters)).toThrow(refusal(code, attr))
  })

  test(`has at most ${MOST_STEPS} steps`, () => {
    expect(funnelQuestion({ events: steps(MOST_STEPS) }).series).toHaveLength(MOST_STEPS)
  })
})
