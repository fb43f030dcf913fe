import { beforeAll, expect, test } from 'vitest'
import { type TestProject, useApp } from '../fixtures/use-app.ts'

const server = useApp()
let project: TestProject
beforeAll(async () => {
  project = await server.newProject('Asked', 'Europe/Berlin')
  const at = (hour: number) => `2026-11-20T0${hour}:00:00Z`
  const events = [
    { event: 'signed up', distinct_id: 'ada', timestamp: at(1), properties: { plan: 'free' } },
    { event: 'signed up', distinct_id: 'bob', timestamp: at(2), properties: { plan: 'pro' } },
    { event: 'paid', distinct_id: 'bob', timestamp: at(5) },
  ]
  await server.capture(events, project.token)
  await server.capture([{ event: 'signed up', distinct_id: 'eve', timestamp: at(1) }])
})

const ask = (body: unknown, prefix = 'projects', search = '') =>
  server.request('POST', `/api/${prefix}/${project.id}/query/${search}`, body)

const TRENDS = {
  kind: 'TrendsQuery',
  series: [{ kind: 'EventsNode', event: 'signed up', custom_name: 'Sign-ups' }],
  dateRange: { date_from: '2026-11-20' },
}
const FUNNEL = {
  kind: 'FunnelsQuery',
  series: [
    { kind: 'EventsNode', event: 'signed up' },
    { kind: 'EventsNode', event: 'paid' },
  ],
}
const inNode = (source: object) => ({ kind: 'InsightVizNode', source, full: true })

test('a trend has every field that clients read, and the items of call 22', async () => {
  const { status, body } = await ask({ query: TRENDS })
  expect(status).toBe(200)
  expect(body).toEqual({
    results: [expect.objectContaining({ label: 'signed up', count: 2, data: [2], days: ['2026-11-20'] })],
    columns: null,
    types: null,
    hasMore: false,
    limit: null,
    offset: null,
    is_cached: false,
    computed_ms: expect.any(Number),
    rows_read: expect.any(Number),
    last_refresh: new Date(server.nowMs).toISOString(),
    next_allowed_client_refresh: expect.any(String),
    timezone: 'Europe/Berlin',
    query_status: null,
    error: null,
  })
  const flat = { events: [{ id: 'signed up', custom_name: 'Sign-ups' }], date_from: '2026-11-20' }
  const computed = await server.request('POST', `/api/projects/${project.id}/insights/trend/`, flat)
  expect(body.results).toEqual(computed.body.result)
})

test('an answer says what computing it took, also once it is cached', async () => {
  const query = { ...TRENDS, series: [{ kind: 'EventsNode', event: null }] }
  const { body: computed } = await ask({ query })
  expect(computed.is_cached).toBe(false)
  expect(computed.rows_read).toBeGreaterThanOrEqual(3)
  const { body: cached } = await ask({ query })
  expect(cached).toMatchObject({
    is_cached: true,
    computed_ms: computed.computed_ms,
    rows_read: computed.rows_read,
  })
  // A funnel walks over columns, for which the store reports no numbers.
  expect((await ask({ query: FUNNEL })).body).toMatchObject({
    computed_ms: expect.any(Number),
    rows_read: null,
  })
})

test('a funnel has its steps, with their place as a number', async () => {
  const { status, body } = await ask({ query: FUNNEL, client_query_id: 'a', name: 'Who pays' })
  expect(status).toBe(200)
  expect(body.results).toMatchObject([
    { action_id: 'signed up', order: 0, count: 2, average_conversion_time: null },
    { action_id: 'paid', order: 1, count: 1, average_conversion_time: 3 * 3600 },
  ])
})

test.each([TRENDS, FUNNEL])('$kind is the same in a node and under both addresses', async (source) => {
  const { body } = await ask({ query: source })
  for (const prefix of ['projects', 'environments'])
    for (const query of [source, inNode(source)])
      expect(await ask({ query }, prefix)).toMatchObject({ status: 200, body: { results: body.results } })
})

test.each([true, false, null, 'blocking', 'force_blocking', 'async', 'lazy_async', 'force_async'])(
  'refresh: %j has a result',
  async (refresh) => {
    const { status, body } = await ask({ query: TRENDS, refresh })
    expect([status, body.results[0].count]).toEqual([200, 2])
  },
)

test('stores nothing', async () => {
  await ask({ query: TRENDS })
  const { body } = await server.request('GET', `/api/projects/${project.id}/insights/`)
  expect(body.count).toBe(0)
})

test.each([
  ['the actors of no number', { kind: 'ActorsQuery', source: TRENDS }, 'query__source__kind'],
  ['nothing known', { kind: 'Nonsense' }, 'query__kind', 'invalid_choice'],
])('%s is refused with its kind in the message', async (_, query, attr, code = 'not_supported') => {
  expect(await ask({ query })).toMatchObject({
    status: 400,
    body: { type: 'validation_error', code, attr },
  })
})

test.each([
  ['no body', {}, 'required', 'query'],
  ['a text', { query: JSON.stringify(TRENDS) }, 'invalid_input', 'query'],
  ['a list', { query: [TRENDS] }, 'invalid_input', 'query'],
  ['no kind', { query: {} }, 'required', 'query__kind'],
  ['no source', { query: { kind: 'InsightVizNode' } }, 'required', 'query__source'],
  ['a way to refresh', { query: TRENDS, refresh: 'sometimes' }, 'invalid_input', 'refresh'],
  ['an id', { query: TRENDS, client_query_id: 7 }, 'invalid_input', 'client_query_id'],
  ['a field that there is not', { query: TRENDS, refrsh: true }, 'invalid_input', 'refrsh'],
  ['a field of the node', { query: { ...TRENDS, interval: 'aeon' } }, 'invalid_choice', 'query__interval'],
  [
    'dates from beside the node that are none',
    { query: TRENDS, filters_override: { date_from: 'soon' } },
    'invalid_input',
    'filters_override__date_from',
  ],
  [
    'variables for a node without any',
    { query: TRENDS, variables_override: { a: { value: 1 } } },
    'invalid_input',
    'variables_override',
  ],
])('%s is refused with the name of the field', async (_, body, code, attr) => {
  expect(await ask(body)).toMatchObject({ status: 400, body: { code, attr } })
})

test('empty fields next to the node change nothing', async () => {
  const answer = await ask({
    query: TRENDS,
    filters_override: {},
    variables_override: null,
    async: false,
    limit_context: null,
  })
  expect(answer).toMatchObject({ status: 200, body: { results: [{ count: 2 }] } })
})

test('a field next to the node that is not known is refused with the nearest', async () => {
  const { body } = await ask({ query: TRENDS, refrsh: true })
  expect(body.detail).toBe('There is no field "refrsh". Did you mean "refresh"?')
})

test('a parameter that is not known is refused', async () => {
  const answer = await ask({ query: TRENDS }, 'projects', '?date_from=-1d')
  expect(answer).toMatchObject({ status: 400, body: { attr: 'date_from' } })
})

test('another project is not found', async () => {
  const key = await server.newKey(['*'], [project.id])
  const path = '/api/projects/1/query/'
  const foreign = await server.request('POST', path, { query: TRENDS }, key)
  expect(foreign).toMatchObject({ status: 404, body: { detail: 'Project not found.' } })
})
