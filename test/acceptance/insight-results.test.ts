import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const INSIGHTS = '/api/projects/1/insights/'
const NOON = '2026-11-20T12:00:00.000Z'

beforeAll(() =>
  server.capture([
    { event: 'visit', distinct_id: 'ada', timestamp: '2026-11-19T10:00:00Z' },
    { event: 'visit', distinct_id: 'bob', timestamp: '2026-11-19T11:00:00Z' },
    { event: 'visit', distinct_id: 'bob', timestamp: '2026-11-20T09:00:00Z' },
    { event: 'pay', distinct_id: 'ada', timestamp: '2026-11-19T10:01:30Z' },
  ]),
)

async function created(fields: object): Promise<{ id: number; short_id: string }> {
  const { status, body } = await server.request('POST', INSIGHTS, fields)
  expect(status).toBe(201)
  return body
}
const read = (id: number, query = '') => server.request('GET', `${INSIGHTS}${id}/${query}`)

const visits = { kind: 'EventsNode', event: 'visit' }
const pays = { kind: 'EventsNode', event: 'pay' }
const trendFilters = { insight: 'TRENDS', events: [{ id: 'visit' }], date_from: '-1d' }
const trendNode = { kind: 'TrendsQuery', series: [visits], dateRange: { date_from: '-1d' } }
const funnelFilters = { insight: 'FUNNELS', events: [{ id: 'visit' }, { id: 'pay', order: 1 }] }
const funnelNode = { kind: 'FunnelsQuery', series: [visits, pays] }
const inViz = (source: object) => ({ kind: 'InsightVizNode', source })

/** ada and bob visited on 19 November, and bob on 20 November. */
const TREND = [{ label: 'visit', data: [2, 1], days: ['2026-11-19', '2026-11-20'], count: 3 }]
/** Two persons visited; ada paid 90 seconds later. */
const FUNNEL = [
  { action_id: 'visit', order: 0, count: 2, average_conversion_time: null, median_conversion_time: null },
  { action_id: 'pay', order: 1, count: 1, average_conversion_time: 90, median_conversion_time: 90 },
]
/** A question that differs from `query`. The query has precedence. */
const other = { insight: 'TRENDS', events: [{ id: 'never seen' }] }

describe('refresh=force_blocking computes', () => {
  test.each([
    ['a trend of filters', { filters: trendFilters }, TREND],
    ['a trend of filters in lower case', { filters: { ...trendFilters, insight: 'trends' } }, TREND],
    ['a trend of filters without insight', { filters: { ...trendFilters, insight: undefined } }, TREND],
    ['a trend of a bare node', { query: trendNode }, TREND],
    ['a trend of a node as text', { query: JSON.stringify(trendNode) }, TREND],
    ['a trend of an InsightVizNode', { query: inViz(trendNode) }, TREND],
    ['a trend of an InsightVizNode as text', { query: JSON.stringify(inViz(trendNode)) }, TREND],
    ['the query where there are filters as well', { filters: other, query: trendNode }, TREND],
    ['a funnel of filters', { filters: funnelFilters }, FUNNEL],
    ['a funnel of a bare node', { query: funnelNode }, FUNNEL],
    ['a funnel of a node as text', { query: JSON.stringify(funnelNode) }, FUNNEL],
    ['a funnel of an InsightVizNode', { query: inViz(funnelNode) }, FUNNEL],
    ['a funnel of an InsightVizNode as text', { query: JSON.stringify(inViz(funnelNode)) }, FUNNEL],
  ])('%s', async (_name, fields, result) => {
    const { id } = await created(fields)
    expect((await read(id)).body).toMatchObject({ result: null, results: null, is_cached: 'false' })

    const { status, body } = await read(id, '?refresh=force_blocking')
    expect(status).toBe(200)
    expect(body.results).toMatchObject(result)
    expect(body.results).toHaveLength(result.length)
    expect(JSON.parse(body.result)).toEqual(body.results)
    expect(body).toMatchObject({ is_cached: 'false', timezone: 'UTC', last_refresh: NOON, columns: null })

    const kept = await read(id)
    expect(kept.body).toEqual({ ...body, is_cached: 'true' })
  })
})

test('without refresh the last result is shown, with refresh the present one', async () => {
  const project = await server.newProject()
  const path = `/api/projects/${project.id}/insights/`
  const { body: insight } = await server.request('POST', path, { filters: trendFilters })
  const data = async (query: string) => {
    const { body } = await server.request('GET', `${path}${insight.id}/${query}`)
    return [body.results[0].data, body.is_cached, body.last_refresh]
  }
  const event = { event: 'visit', distinct_id: 'ada', timestamp: '2026-11-20T08:00:00Z' }
  await server.capture([event], project.token)
  expect(await data('?refresh=true')).toEqual([[0, 1], 'false', NOON])
  await server.capture([event], project.token)
  expect(await data('')).toEqual([[0, 1], 'true', NOON])
  expect(await data('?refresh=false')).toEqual([[0, 1], 'true', NOON])
  expect(await data('?refresh=force_cache')).toEqual([[0, 1], 'true', NOON])

  server.nowMs += 3_600_000
  expect(await data('?refresh=blocking')).toEqual([[0, 2], 'false', '2026-11-20T13:00:00.000Z'])
  server.nowMs -= 3_600_000
  const { body: list } = await server.request('GET', path)
  expect(list.results[0]).toMatchObject({ is_cached: 'true', results: [{ data: [0, 2] }] })
})

test('a changed query has no result, a changed name keeps it', async () => {
  const { id } = await created({ filters: trendFilters })
  await read(id, '?refresh=true')
  const patch = (body: object) => server.request('PATCH', `${INSIGHTS}${id}/`, body)
  expect((await patch({ name: 'Renamed' })).body).toMatchObject({ is_cached: 'true', results: TREND })
  expect((await patch({ query: funnelNode })).body).toMatchObject({ is_cached: 'false', results: null })
  expect((await read(id, '?refresh=true')).body.results).toMatchObject(FUNNEL)
  expect((await patch({ query: null })).body.results).toBeNull()
  expect((await read(id, '?refresh=true')).body.results).toMatchObject(TREND)
})

describe('a saved question that cannot be computed is stored, and refused when it is computed', () => {
  test.each([
    ['no events', { filters: { date_from: '-7d' } }, 'required', 'events'],
    ['another kind of filters', { filters: { insight: 'CHURN' } }, 'invalid_choice', 'filters__insight'],
    ['another kind of node', { query: { kind: 'WebOverviewQuery' } }, 'invalid_choice', 'query__kind'],
    ['a node without a kind', { query: { series: [] } }, 'required', 'query__kind'],
    ['a viz node without a source', { query: { kind: 'InsightVizNode' } }, 'required', 'query__source'],
  ])('%s', async (_name, fields, code, attr) => {
    const { id } = await created(fields)
    const answer = await read(id, '?refresh=true')
    expect(answer.body).toMatchObject({ type: 'validation_error', code, attr })
    expect(answer.status).toBe(400)
    expect((await read(id)).status).toBe(200)
  })
})

test('the result of a question that was changed during its computation is not shown', async () => {
  const path = '/api/projects/1/insights/'
  const insight = (event: string) => ({ filters: { insight: 'TRENDS', events: [{ id: event }] } })
  const { body } = await server.request('POST', path, insight('before'))
  const [refreshed] = await Promise.all([
    server.request('GET', `${path}${body.id}/?refresh=true`),
    server.request('PATCH', `${path}${body.id}/`, insight('after')),
  ])
  expect(refreshed.status).toBe(200)
  const { body: kept } = await server.request('GET', `${path}${body.id}/`)
  // There is either no result or the result of the new question.
  expect([null, 'after']).toContain(kept.results?.[0].label ?? null)
})

test('a funnel over all of time has no limit of buckets', async () => {
  const { id, token } = await server.newProject()
  const first = { event: 'visit', distinct_id: 'ada', timestamp: '1970-01-02T00:00:00Z' }
  await server.capture([first], token, { historical_migration: true })
  const { status, body } = await server.request('POST', `/api/projects/${id}/insights/funnel/`, {
    events: [{ id: 'visit' }, { id: 'paid', order: 1 }],
    date_from: 'all',
  })
  expect([status, body.result?.[0].count]).toEqual([200, 1])
})
