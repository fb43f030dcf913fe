import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { KEY, useApp } from '../fixtures/use-app.ts'

// A result may take a quarter of the cache.
const server = useApp({ THROUGHLINE_ANSWER_CACHE_MIB: '1' })
const PATH = '/api/projects/1/query/'

beforeAll(async () => {
  await server.capture([
    { event: 'paid', distinct_id: 'ada', timestamp: '2026-11-20T09:00:00Z', properties: { plan: 'pro' } },
    { event: 'paid', distinct_id: 'bob', timestamp: '2026-11-01T09:00:00Z', properties: { plan: 'free' } },
  ])
})

/** Returns the body of a page or a file. */
async function text(url: string) {
  const { payload } = await server.app.server.inject({ url, headers: { authorization: `Bearer ${KEY}` } })
  return payload
}

const ask = (body: object) => server.request('POST', PATH, body)
const sql = (query: string, more: object = {}) => ({ kind: 'HogQLQuery', query, ...more })

/** Returns the status of a background query when it is complete. */
async function ended(id: string, path = PATH) {
  for (;;) {
    const { body } = await server.request('GET', `${path}${id}/`)
    if (body.query_status.complete) return body.query_status
    // Requests in this process end within one turn of the event loop. The engine needs another turn to
    // report its rows.
    await setImmediate()
  }
}

test.each([{ refresh: 'force_async' }, { refresh: 'async' }, { async: true }])(
  'a query in the background is accepted at once, and its status has the rows: %j',
  async (mode) => {
    const query = sql(`select count(), '${JSON.stringify(mode)}' from events`)
    const { status, body } = await ask({ query, ...mode })
    expect(status).toBe(202)
    expect(body).toMatchObject({ results: null, columns: null, query_status: { query_async: true } })
    expect(await ended(body.query_status.id)).toMatchObject({
      error: false,
      results: [[2, JSON.stringify(mode)]],
      columns: ['count()', expect.any(String)],
    })
    const again = await ask({ query })
    expect([again.status, again.body.is_cached]).toEqual([200, true])
  },
)

test('a background query whose result was deleted since says so', async () => {
  const { body } = await ask({ query: sql("select 'deleted'"), refresh: 'force_async' })
  const { id } = body.query_status
  expect(await ended(id)).toMatchObject({ error: false, results: [['deleted']] })
  await server.app.metadata.deleteFrom('answer').execute()
  expect(await ended(id)).toMatchObject({
    error: true,
    error_message: 'The result is no longer stored. Send the query again.',
    results: null,
  })
})

test('a background query whose result cannot be stored says so', async () => {
  const blobs = Array.from({ length: 30 }, (_, i) => ({
    event: 'blob',
    distinct_id: 'ada',
    timestamp: '2026-11-20T09:00:00Z',
    properties: { blob: randomBytes(50_000).toString('base64'), i },
  }))
  const { id, token } = await server.newProject()
  await server.capture(blobs, token)
  const path = `/api/projects/${id}/query/`
  const query = sql("select properties.blob from events where event = 'blob'")
  const { body } = await server.request('POST', path, { query, refresh: 'force_async' })
  expect(await ended(body.query_status.id, path)).toMatchObject({
    error: true,
    error_message: 'The result was computed but could not be stored. Ask with refresh=force_blocking.',
    results: null,
  })
  const blocking = await server.request('POST', path, { query, refresh: 'force_blocking' })
  expect(blocking.body.results).toHaveLength(30)
})

test('force_cache answers what is cached and computes nothing', async () => {
  const query = sql('select uniq(distinct_id) from events')
  expect(await ask({ query, refresh: 'force_cache' })).toMatchObject({
    status: 200,
    body: { results: null, query_status: null, last_refresh: null },
  })
  await ask({ query })
  expect(await ask({ query, refresh: 'force_cache' })).toMatchObject({
    body: { results: [[2]], is_cached: true },
  })
})

test('refresh stands in the query string as well, and that of the body counts before it', async () => {
  const query = sql("select 'in the address'")
  const at = (refresh: string, body: object = {}) =>
    server.request('POST', `${PATH}?refresh=${refresh}`, { query, ...body })
  expect(await at('force_cache')).toMatchObject({ status: 200, body: { results: null } })
  expect(await at('force_async')).toMatchObject({ status: 202, body: { results: null } })
  expect(await at('force_cache', { refresh: 'force_blocking' })).toMatchObject({
    status: 200,
    body: { results: [['in the address']], is_cached: false },
  })
  expect(await at('force_cache')).toMatchObject({ body: { is_cached: true } })
  expect(await at('sometimes')).toMatchObject({ status: 400, body: { attr: 'refresh' } })
})

test('a new event makes the rows of a statement stale', async () => {
  const query = sql("select count() from events where event = 'new'")
  expect((await ask({ query })).body.results).toEqual([[0]])
  await server.capture([{ event: 'new', distinct_id: 'ada', timestamp: '2026-11-20T09:00:00Z' }])
  expect((await ask({ query })).body).toMatchObject({ results: [[1]], is_cached: false })
})

test('an ended query can be cancelled again, an unknown one cannot', async () => {
  const { body } = await ask({ query: sql("select 'cancelled'"), refresh: 'force_async' })
  const { id } = body.query_status
  await ended(id)
  expect((await server.request('DELETE', `${PATH}${id}/`)).status).toBe(204)
  expect((await server.request('DELETE', `${PATH}nothing/`)).status).toBe(404)
})

test('rows and items as CSV', async () => {
  const csv = async (query: object) => {
    const { payload } = await server.app.server.inject({
      method: 'POST',
      url: `${PATH}?format=csv`,
      headers: { authorization: `Bearer ${KEY}` },
      payload: { query },
    })
    return payload.split('\r\n')
  }
  expect(
    (await csv(sql("select event, count() from events where event = 'paid' group by event"))).slice(0, 2),
  ).toEqual(['event,count()', 'paid,2'])
  const trend = {
    kind: 'TrendsQuery',
    series: [{ kind: 'EventsNode', event: 'paid' }],
    dateRange: { date_from: '-1d' },
  }
  expect((await csv(trend)).slice(0, 2)).toEqual(['series,19-Nov-2026,20-Nov-2026', 'paid,0,1'])
})

test('filters of a dashboard and variables stand next to the node', async () => {
  const query = sql('select distinct_id from events where {filters} and properties.plan = {variables.plan}', {
    variables: { a: { code_name: 'plan', value: 'free' } },
  })
  const body = { query, filters_override: { date_from: '-30d' } }
  expect((await ask(body)).body.results).toEqual([['bob']])
  const variables_override = { a: { code_name: 'plan', value: 'pro' } }
  expect((await ask({ ...body, variables_override })).body.results).toEqual([['ada']])
  const narrow = { ...body, filters_override: { date_from: '-7d' } }
  expect((await ask(narrow)).body.results).toEqual([])
})

test('filters that the statement does not ask for are told', async () => {
  const filters = { properties: [{ key: 'plan', value: 'pro' }] }
  const { body } = await ask({ query: sql('select 1', { filters }) })
  expect(body.warnings).toMatchObject([{ code: 'ignored', attr: 'query__filters' }])
})

test('a saved statement has rows and columns, as a body, as CSV and on its shared page', async () => {
  const query = {
    kind: 'DataVisualizationNode',
    source: sql('select event, count() as n from events group by event order by n desc'),
  }
  const { body: saved } = await server.request('POST', '/api/projects/1/insights/', {
    name: 'Volumes',
    query,
  })
  const path = `/api/projects/1/insights/${saved.id}/`
  const { body } = await server.request('GET', `${path}?refresh=true`)
  expect(body.results[0]).toEqual(['paid', 2])
  expect(JSON.parse(body.columns)).toEqual(['event', 'n'])
  expect((await text(`${path}?refresh=true&format=csv`)).split('\r\n').slice(0, 2)).toEqual([
    'event,n',
    'paid,2',
  ])
  const sharing = await server.request('PATCH', `${path}sharing`, { enabled: true })
  const page = await text(`/shared/${sharing.body.access_token}`)
  expect(page).toContain('<th scope="row"><bdi>paid</bdi></th><td class="number">2</td>')
})
