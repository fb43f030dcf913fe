import { beforeAll, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()

beforeAll(() => server.capture([{ event: 'paid', distinct_id: 'ada', properties: { plan: 'pro' } }]))

const path = (rest: string) => `/api/projects/1/${rest}`
const trend = (body: object) => server.request('POST', path('insights/trend/'), body)
const paid = [{ id: 'paid' }]

const node = (fields: object, series: object = {}) => ({
  query: {
    kind: 'TrendsQuery',
    series: [{ kind: 'EventsNode', event: 'paid', ...series }],
    ...fields,
  },
})

test.each([
  [
    'of a flat body',
    'insights/trend/',
    { events: paid, brekdown: 'x' },
    'brekdown',
    'A trend has no field "brekdown". Did you mean "breakdown"?',
  ],
  [
    'of an entity',
    'insights/funnel/',
    { events: [{ id: 'paid', mathh: 'dau' }] },
    'events__0__mathh',
    'An event of a question has no field "mathh". Did you mean "math"?',
  ],
  [
    'of a filter',
    'insights/trend/',
    { events: paid, properties: [{ key: 'a', val: 1 }] },
    'properties__0__val',
    'A filter has no field "val". Did you mean "value"?',
  ],
  [
    'of a filter of an entity',
    'insights/trend/',
    { events: [{ id: 'paid', properties: [{ key: 'a', value: 1, op: 'exact' }] }] },
    'events__0__properties__0__op',
    'A filter has no field "op". Did you mean "operator"?',
  ],
  [
    'of a group of filters',
    'insights/trend/',
    { events: paid, properties: { type: 'AND', values: [], not: true } },
    'properties__not',
    'A group of filters has no field "not". Use type, values.',
  ],
  [
    'of a node',
    'query/',
    node({ filterTestAccount: true }),
    'query__filterTestAccount',
    'A TrendsQuery has no field "filterTestAccount". Did you mean "filterTestAccounts"?',
  ],
  [
    'of a section',
    'query/',
    node({ trendsFilter: { formulaa: 'A' } }),
    'query__trendsFilter__formulaa',
    'trendsFilter has no field "formulaa". Did you mean "formula"?',
  ],
  [
    'of the dates',
    'query/',
    node({ dateRange: { from: '-7d' } }),
    'query__dateRange__from',
    'dateRange has no field "from". Use date_from, date_to, explicitDate.',
  ],
  [
    'of a series',
    'query/',
    node({}, { id: 'paid' }),
    'query__series__0__id',
    'A series has no field "id". Use kind, event, name, custom_name, math, math_property, math_property_type, math_hogql, math_group_type_index, math_multiplier, properties, fixedProperties.',
  ],
  [
    'of a series that is an action',
    'query/',
    { query: { kind: 'TrendsQuery', series: [{ kind: 'ActionsNode', id: 1, mth: 'dau' }] } },
    'query__series__0__mth',
    'A series has no field "mth". Did you mean "math"?',
  ],
  [
    'in filters as JSON text',
    'insights/trend/',
    { events: paid, properties: '[{"key":"a","value":1,"operatr":"exact"}]' },
    'properties__0__operatr',
    'A filter has no field "operatr". Did you mean "operator"?',
  ],
  [
    'in the wrapper',
    'query/',
    { query: { kind: 'InsightVizNode', souce: 1, source: node({}).query } },
    'query__souce',
    'An InsightVizNode has no field "souce". Did you mean "source"?',
  ],
])('%s is refused with the nearest known one', async (_name, call, body, attr, detail) => {
  expect(await server.request('POST', path(call), body)).toMatchObject({
    status: 400,
    body: { type: 'validation_error', code: 'unknown_field', detail, attr },
  })
})

test('of the address is refused, of GET and of POST', async () => {
  const address = path('insights/trend/?events=[{"id":"paid"}]&date_form=-7d')
  for (const [method, body] of [
    ['GET', undefined],
    ['POST', {}],
  ] as const)
    expect(await server.request(method, address, body)).toMatchObject({
      status: 400,
      body: { detail: 'A trend has no field "date_form". Did you mean "date_from"?', attr: 'date_form' },
    })
})

test('keys that clients send and that change no number are known', async () => {
  const flat = {
    insight: 'TRENDS',
    show_legend: true,
    hidden_legend_keys: {},
    cache_invalidation_key: 'x',
    refresh: true,
  }
  expect(await trend({ events: paid, ...flat })).toMatchObject({ status: 200 })
  const shown = { showLegend: true, decimalPlaces: 2, goalLines: [], yAxisScaleType: 'linear' }
  const series = { limit: 10, properties: [{ key: 'plan', value: 'pro', label: 'Pro' }] }
  expect(
    await server.request('POST', path('query/'), node({ version: 2, tags: {}, trendsFilter: shown }, series)),
  ).toMatchObject({ status: 200 })
})

// Fields in the schema of nodes that clients send. They only say how a client shows rows, so nothing
// depends on them.
const events = { kind: 'EventsQuery', select: ['event'] }
const statement = { kind: 'HogQLQuery', query: 'select 1' }
const SHOWN_TABLE = { columns: ['event'], hiddenColumns: [], showSearch: true, propertiesViaUrl: true }
const SHOWN_CHART = { display: 'ActionsBar', chartSettings: { xAxis: { column: '1' } }, tableSettings: {} }

test.each<[query: object]>([
  [{ kind: 'DataTableNode', source: events, full: true, ...SHOWN_TABLE }],
  [{ kind: 'DataVisualizationNode', source: statement, ...SHOWN_CHART }],
])('the presentation in a node around rows is known, and kept if it is saved: %j', async (query) => {
  const { status, body } = await server.request('POST', path('query/'), { query })
  expect([status, body.detail]).toEqual([200, undefined])
  const { body: saved } = await server.request('POST', path('insights/'), { query })
  const read = await server.request('GET', path(`insights/${saved.id}/?refresh=true`))
  expect(read.body.query).toEqual(query)
  expect(read.body.warnings).toBeUndefined()
})

test.each([
  [{ kind: 'DataTableNode', source: events, colums: [] }, 'query__colums'],
  [{ kind: 'DataVisualizationNode', source: statement, columns: [] }, 'query__columns'],
  [{ kind: 'InsightVizNode', source: node({}).query, display: 'ActionsPie' }, 'query__display'],
])('another key of such a node is refused: %j', async (query, attr) => {
  expect(await server.request('POST', path('query/'), { query })).toMatchObject({
    status: 400,
    body: { code: 'unknown_field', attr },
  })
})

test('of a saved question is kept, and its answer has a warning', async () => {
  const filters = { insight: 'TRENDS', events: [{ id: 'paid', colour: 'red' }], period: 'Day' }
  const { body: saved } = await server.request('POST', path('insights/'), { filters })
  expect(saved.filters).toEqual(filters)
  expect(saved.warnings).toBeUndefined()
  const warnings = [
    {
      code: 'unknown_field',
      detail: expect.stringContaining('An event of a question has no field "colour".'),
      attr: 'events__0__colour',
    },
    {
      code: 'unknown_field',
      detail: expect.stringContaining('A trend has no field "period".'),
      attr: 'period',
    },
  ]
  // The answer is computed at the first request, comes from the cache at the second, and is the result that
  // was last shown at the third.
  for (const refresh of ['?refresh=true', '?refresh=true', ''])
    expect((await server.request('GET', path(`insights/${saved.id}/${refresh}`))).body).toMatchObject({
      filters,
      warnings,
    })
  expect(
    (await server.request('GET', path(`insights/?short_id=${saved.short_id}`))).body.results,
  ).toMatchObject([{ filters, warnings }])
})

test('of a saved node is kept as well', async () => {
  const query = { kind: 'InsightVizNode', source: node({ colour: 1 }).query, theme: 'dark' }
  const { body: saved } = await server.request('POST', path('insights/'), { query })
  const { body } = await server.request('GET', path(`insights/${saved.id}/?refresh=true`))
  expect(body.query).toEqual(query)
  expect(body.warnings).toMatchObject([{ attr: 'query__theme' }, { attr: 'query__source__colour' }])
})
