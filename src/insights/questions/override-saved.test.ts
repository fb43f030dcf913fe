import { describe, expect, test } from 'vitest'
import { checkDashboardFilters } from '#query/override.ts'
import { overrideSaved } from './override-saved.ts'

const plan = { key: 'plan', value: 'pro', operator: 'exact', type: 'event' }
const seats = { key: 'seats', value: 5, operator: 'gt', type: 'event' }
const anyOf = { type: 'OR', values: [plan, seats] }

const inFilters = (filters: unknown, dashboard: Record<string, unknown>) =>
  overrideSaved({ filters, query: null }, dashboard).filters
const inQuery = (query: unknown, dashboard: Record<string, unknown>) =>
  overrideSaved({ filters: {}, query }, dashboard).query

describe('nothing changes', () => {
  const saved = {
    filters: { events: [{ id: 'a' }], properties: [plan] },
    query: { kind: 'TrendsQuery', properties: [plan] },
  }
  test.each([
    {},
    { date_from: null, date_to: null },
    { date_from: '', properties: '' },
    { properties: [] },
    { properties: {} },
    { properties: { type: 'AND', values: [] } },
    { properties: '[]' },
    { interval: null, breakdown: null, breakdowns: [] },
    { breakdown_filter: { breakdown_type: 'event' } },
    { breakdown_filter: null },
    { unknown: 1 },
  ])('by %j', (dashboard) => {
    const asked = overrideSaved(saved, dashboard)
    expect(asked.filters).toBe(saved.filters)
    expect(asked.query).toBe(saved.query)
  })

  test.each([
    [{}, null],
    [null, null],
    [null, { kind: 'SomethingElse', dateRange: { date_from: '-7d' } }],
    [null, 'text'],
    [null, [1]],
  ])('where there is no question: %j, %j', (filters, query) => {
    const dashboard = { date_from: '-7d', properties: [plan], interval: 'week', breakdown: 'plan' }
    expect(overrideSaved({ filters, query }, dashboard)).toEqual({ filters, query })
  })
})

const OWN = { date_from: '2026-01-01', date_to: '2026-01-31' }
const dates: [Record<string, unknown>, Record<string, unknown>, object][] = [
  [OWN, { date_from: '-30d' }, { date_from: '-30d', date_to: null }],
  [OWN, { date_from: '-30d', date_to: '' }, { date_from: '-30d', date_to: null }],
  [OWN, { date_from: '-30d', date_to: '-1d' }, { date_from: '-30d', date_to: '-1d' }],
  [OWN, { date_from: 'all', date_to: null }, { date_from: 'all', date_to: null }],
  // An end alone leaves the beginning unchanged.
  [OWN, { date_to: '2026-01-15' }, { date_from: '2026-01-01', date_to: '2026-01-15' }],
  [OWN, { date_from: null, date_to: '2026-01-15' }, { date_from: '2026-01-01', date_to: '2026-01-15' }],
  [{}, { date_from: '-30d' }, { date_from: '-30d', date_to: null }],
]

describe('dates', () => {
  test.each(dates)('%j under %j is %j', (own, dashboard, expected) => {
    expect(inFilters({ insight: 'TRENDS', ...own }, dashboard)).toEqual({ insight: 'TRENDS', ...expected })
    const node = { kind: 'TrendsQuery', dateRange: own }
    expect(inQuery(node, dashboard)).toEqual({ ...node, dateRange: expected })
    const wrapped = { kind: 'InsightVizNode', source: node }
    expect(inQuery(wrapped, dashboard)).toEqual({ ...wrapped, source: { ...node, dateRange: expected } })
  })

  test('the explicit dates of an insight do not make those of a dashboard explicit', () => {
    const dashboard = { date_from: '-30d' }
    expect(inFilters({ a: 1, explicit_date: true }, dashboard)).toMatchObject({ explicit_date: false })
    const node = { kind: 'TrendsQuery', dateRange: { explicitDate: true } }
    expect(inQuery(node, dashboard)).toMatchObject({ dateRange: { explicitDate: false } })
    const exact = { ...dashboard, explicit_date: true }
    expect(inFilters({ a: 1 }, exact)).toMatchObject({ explicit_date: true })
    expect(inQuery({ kind: 'TrendsQuery' }, exact)).toMatchObject({ dateRange: { explicitDate: true } })
  })
})

const properties: [string, unknown, unknown, unknown][] = [
  ['none', undefined, [plan], [plan]],
  ['null', null, anyOf, anyOf],
  ['an empty list', [], [plan], [plan]],
  ['an empty group', { type: 'OR', values: [] }, [plan], [plan]],
  ['a list and a list', [seats], [plan], [seats, plan]],
  ['a list and one filter twice', [plan], [plan], [plan, plan]],
  ['an OR and a list', anyOf, [plan], { type: 'AND', values: [anyOf, { type: 'AND', values: [plan] }] }],
  ['a list and an OR', [plan], anyOf, { type: 'AND', values: [{ type: 'AND', values: [plan] }, anyOf] }],
  ['a group and a group', anyOf, anyOf, { type: 'AND', values: [anyOf, anyOf] }],
  ['JSON text of a list', JSON.stringify([seats]), [plan], [seats, plan]],
  ['a list and JSON text', [seats], JSON.stringify([plan]), [seats, plan]],
  [
    'the oldest form',
    { plan__is_not: 'free', seats: 5 },
    [plan],
    [{ key: 'plan', operator: 'is_not', value: 'free' }, { key: 'seats', value: 5 }, plan],
  ],
  // Filters that cannot be parsed stay unchanged: they are refused when the question is computed.
  ['text that is not JSON', '[', [plan], '['],
  ['text that nests without end', '['.repeat(100_000), [plan], '['.repeat(100_000)],
]

describe('properties', () => {
  test.each(properties)('%s', (_name, own, dashboard, expected) => {
    const filters = { insight: 'TRENDS', ...(own !== undefined && { properties: own }) }
    const asked = { properties: dashboard }
    expect(inFilters(filters, asked)).toEqual({ insight: 'TRENDS', properties: expected })
    const node = { kind: 'FunnelsQuery', ...(own !== undefined && { properties: own }) }
    expect(inQuery(node, asked)).toEqual({ kind: 'FunnelsQuery', properties: expected })
  })

  test('are added to the filters of SQL', () => {
    const sql = { kind: 'HogQLQuery', query: 'select 1 where {filters}' }
    const node = { kind: 'DataVisualizationNode', source: { ...sql, filters: { properties: [seats] } } }
    expect(inQuery(node, { date_from: '-7d', properties: [plan] })).toEqual({
      kind: 'DataVisualizationNode',
      source: {
        ...sql,
        filters: { properties: [seats, plan], dateRange: { date_from: '-7d', date_to: null } },
      },
    })
  })
})

test('the interval replaces the interval of kinds that have one', () => {
  const dashboard = { interval: 'week' }
  expect(inFilters({ interval: 'day' }, dashboard)).toEqual({ interval: 'week' })
  expect(inQuery({ kind: 'TrendsQuery' }, dashboard)).toEqual({ kind: 'TrendsQuery', interval: 'week' })
  expect(inQuery({ kind: 'PathsQuery' }, dashboard)).toEqual({ kind: 'PathsQuery' })
})

test('a breakdown replaces all fields of the old one', () => {
  const old = { events: [], breakdowns: [{ property: 'a' }], breakdown_limit: 3, display: 'ActionsTable' }
  const kept = { events: [], display: 'ActionsTable' }
  for (const dashboard of [
    { breakdown: 'plan', breakdown_type: 'person' },
    { breakdown_filter: { breakdown: 'plan', breakdown_type: 'person' } },
  ]) {
    const breakdown = { breakdown: 'plan', breakdown_type: 'person' }
    expect(inFilters(old, dashboard)).toEqual({ ...kept, ...breakdown })
    const node = { kind: 'TrendsQuery', breakdownFilter: { breakdowns: [{ property: 'a' }] } }
    expect(inQuery(node, dashboard)).toEqual({ kind: 'TrendsQuery', breakdownFilter: breakdown })
    expect(inQuery({ kind: 'PathsQuery' }, dashboard)).toEqual({ kind: 'PathsQuery' })
  }
})

describe('a kind gets no field that it does not have', () => {
  const FLAT = { insight: 'LIFECYCLE', events: [{ id: 'a' }] }
  const breakdown = { breakdown: 'plan', breakdown_type: 'person' }

  test.each(['stickiness', 'lifecycle'])('a %s gets no breakdown', (name) => {
    const filters = { ...FLAT, insight: name.toUpperCase() }
    const query = { kind: `${name[0]?.toUpperCase()}${name.slice(1)}Query` }
    const asked = overrideSaved({ filters, query }, breakdown)
    expect(asked.filters).toBe(filters)
    expect(asked.query).toBe(query)
    const dated = { ...breakdown, interval: 'week', date_to: '-1d' }
    expect(inFilters(filters, dated)).toEqual({ ...filters, interval: 'week', date_to: '-1d' })
    expect(inQuery(query, dated)).toEqual({ ...query, interval: 'week', dateRange: { date_to: '-1d' } })
  })

  test('a trend that is shown as a stickiness has the fields of a stickiness', () => {
    const filters = { insight: 'TRENDS', shown_as: 'Stickiness' }
    expect(inFilters(filters, { ...breakdown, interval: 'week' })).toEqual({ ...filters, interval: 'week' })
  })

  test('a funnel has an interval and a breakdown in both forms', () => {
    const dashboard = { ...breakdown, interval: 'week' }
    expect(inFilters({ insight: 'FUNNELS' }, dashboard)).toEqual({ insight: 'FUNNELS', ...dashboard })
    const node = { kind: 'FunnelsQuery' }
    expect(inQuery(node, dashboard)).toEqual({ ...node, interval: 'week', breakdownFilter: breakdown })
  })

  test('filters of a kind that this version does not compute get none', () => {
    const filters = { insight: 'CHURN', date_from: '-7d' }
    const dashboard = { date_from: '-30d', properties: [plan], interval: 'week', ...breakdown }
    expect(inFilters(filters, dashboard)).toBe(filters)
  })

  test('a retention gets dates, filters and a breakdown, but no interval', () => {
    const dashboard = { date_to: '-1d', properties: [plan], interval: 'week', ...breakdown }
    expect(inFilters({ insight: 'RETENTION', period: 'Day' }, dashboard)).toEqual({
      insight: 'RETENTION',
      period: 'Day',
      date_to: '-1d',
      properties: [plan],
      ...breakdown,
    })
    const node = { kind: 'RetentionQuery' }
    expect(inQuery(node, dashboard)).toEqual({
      ...node,
      dateRange: { date_to: '-1d' },
      properties: [plan],
      breakdownFilter: breakdown,
    })
  })

  test('SQL gets neither an interval nor a breakdown', () => {
    const node = { kind: 'HogQLQuery', query: 'select 1', filters: { properties: [plan] } }
    const asked = overrideSaved({ filters: {}, query: node }, { ...breakdown, interval: 'week' })
    expect(asked.query).toBe(node)
  })
})

test('other fields keep their values and order', () => {
  const query =
    '{"zebra":null,"source":{"series":[{"event":"b","kind":"EventsNode"},{"kind":"EventsNode"}],"properties":[{"key":"a","value":1}],"dateRange":{"x":1,"date_from":"-7d"},"kind":"TrendsQuery","apple":[2,1]},"kind":"InsightVizNode","after":{}}'
  const asked = inQuery(JSON.parse(query), { date_from: '-1d', properties: [{ key: 'b', value: 2 }] })
  expect(JSON.stringify(asked)).toBe(
    query
      .replace('"value":1}]', '"value":1},{"key":"b","value":2}]')
      .replace('"date_from":"-7d"}', '"date_from":"-1d","date_to":null}'),
  )
})

describe('the filters of a dashboard', () => {
  test.each([
    {},
    { date_from: '-7d', date_to: null },
    { date_from: 'all' },
    { date_from: '2026-01-01', date_to: 'mEnd' },
    { properties: [plan] },
    { properties: anyOf },
    // A filter on a cohort is accepted without a check that the cohort exists.
    { properties: [{ key: 'id', value: 1, type: 'cohort' }] },
    { interval: 'fortnight', breakdown: 5, whatever: [{}] },
  ])('may be %j', (filters) => {
    expect(() => checkDashboardFilters(filters)).not.toThrow()
  })

  test.each([
    [{ date_from: 'yesterday-ish' }, 'date_from'],
    [{ date_to: 'all' }, 'date_to'],
    [{ date_to: '2026-02-30' }, 'date_to'],
    [{ date_from: 7 }, 'date_from'],
    [{ properties: [{ value: 1 }] }, 'properties__0__key'],
    [{ properties: [{ key: 'a', value: 1, operator: 'like' }] }, 'properties__0__operator'],
    [{ properties: '[' }, 'properties'],
    [{ properties: 5 }, 'properties'],
  ])('may not be %j', (filters, attr) => {
    expect(() => checkDashboardFilters(filters)).toThrow(expect.objectContaining({ kind: 'invalid', attr }))
  })
})

test.each([['FunnelsQuery'], ['FunnelsActorsQuery']])(
  'the dates of a dashboard replace those of the funnel of a correlation, in a %s',
  (kind) => {
    const correlationOf = (funnel: object) => ({
      kind: 'FunnelCorrelationQuery',
      source: kind === 'FunnelsQuery' ? funnel : { kind, source: funnel },
    })
    const dateRange = { date_from: '-30d', date_to: '-1d' }
    expect(inQuery(correlationOf({ kind: 'FunnelsQuery' }), dateRange)).toEqual(
      correlationOf({ kind: 'FunnelsQuery', dateRange }),
    )
  },
)
