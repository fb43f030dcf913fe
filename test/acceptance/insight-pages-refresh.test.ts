import { beforeAll, expect, test } from 'vitest'
import { secondUser } from '../fixtures/second-user.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const INSIGHTS = '/api/projects/1/insights/'
const DASHBOARDS = '/api/projects/1/dashboards/'
const trend = (event: string, dateFrom = '-1d') => ({
  insight: 'TRENDS',
  events: [{ id: event }],
  date_from: dateFrom,
})

let board = 0
beforeAll(async () => {
  await server.capture([
    { event: 'visit', distinct_id: 'ada', timestamp: '2026-11-15T10:00:00Z' },
    { event: 'visit', distinct_id: 'ada', timestamp: '2026-11-20T10:00:00Z' },
    { event: 'pay', distinct_id: 'ada', timestamp: '2026-11-20T10:00:00Z' },
  ])
  board = (await server.request('POST', DASHBOARDS, { name: 'Board' })).body.id
  for (const [name, filters] of [
    ['visits', trend('visit')],
    ['payments', trend('pay')],
    ['not answerable', { insight: 'CHURN' }],
  ] as const)
    await server.request('POST', INSIGHTS, { name, filters, dashboards: [board] })
})

type Insight = {
  name: string
  results: { count: number }[] | null
  is_cached: string
  last_refresh: string | null
}
const shown = (insights: readonly Insight[]) =>
  insights.map(({ name, results, is_cached }) => [name, results?.[0]?.count ?? null, is_cached])
const list = async (query = ''): Promise<Insight[]> =>
  (await server.request('GET', `${INSIGHTS}${query}`)).body.results
const tiles = async (query = ''): Promise<Insight[]> =>
  (await server.request('GET', `${DASHBOARDS}${board}/${query}`)).body.tiles.map(
    (tile: { insight: Insight }) => tile.insight,
  )

const UNANSWERABLE = ['not answerable', null, 'false']

test('call 1: a list computes with refresh, else shows cached results, and with basic none', async () => {
  expect(shown(await list())).toEqual([['visits', null, 'false'], ['payments', null, 'false'], UNANSWERABLE])
  expect(shown(await list('?refresh=true'))).toEqual([
    ['visits', 1, 'false'],
    ['payments', 1, 'false'],
    UNANSWERABLE,
  ])
  const cached = [['visits', 1, 'true'], ['payments', 1, 'true'], UNANSWERABLE]
  expect(shown(await list())).toEqual(cached)
  expect(shown(await list('?refresh=force_cache'))).toEqual(cached)
  expect(shown(await list('?refresh=blocking'))).toEqual(cached)
  await server.capture([{ event: 'visit', distinct_id: 'bob', timestamp: '2026-11-20T11:00:00Z' }])
  expect(shown(await list('?refresh=blocking'))).toEqual([['visits', 2, 'false'], ...cached.slice(1)])

  const basic = await list('?basic=true')
  expect(shown(basic)).toEqual([['visits', null, 'false'], ['payments', null, 'false'], UNANSWERABLE])
  expect(basic.map((insight) => insight.last_refresh)).toEqual([null, null, null])
})

test('a dashboard computes its tiles with its own filters, and the insight keeps its own result', async () => {
  await list('?refresh=true')
  expect(shown(await tiles())).toMatchObject([['visits', 2, 'true'], ['payments', 1, 'true'], UNANSWERABLE])
  await server.request('PATCH', `${DASHBOARDS}${board}/`, { filters: { date_from: '-7d' } })
  expect(shown(await tiles())).toEqual([['visits', null, 'false'], ['payments', null, 'false'], UNANSWERABLE])
  expect(shown(await tiles('?refresh=true'))).toEqual([
    ['visits', 3, 'false'],
    ['payments', 1, 'false'],
    UNANSWERABLE,
  ])
  expect(shown(await tiles())).toEqual([['visits', 3, 'true'], ['payments', 1, 'true'], UNANSWERABLE])
  // A read of the insight without a dashboard has its saved question.
  expect(shown(await list())[0]).toEqual(['visits', 2, 'true'])
})

test('call 4: from_dashboard applies the filters of the dashboard, and returns the tile’s layout and colour', async () => {
  const [insight] = (await server.request('GET', `${INSIGHTS}?search=visits`)).body.results
  const tile = insight.dashboard_tiles[0].id
  const layouts = { sm: { x: 0, y: 3, w: 6, h: 5 } }
  await server.request('PATCH', `${DASHBOARDS}${board}/`, {
    filters: { date_from: '-7d' },
    tiles: [{ id: tile, layouts, color: 'blue' }],
  })
  const read = async (query: string) =>
    (await server.request('GET', `${INSIGHTS}${insight.id}/${query}`)).body
  const there = await read(`?from_dashboard=${board}&refresh=true`)
  expect(there).toMatchObject({ color: 'blue', layouts, filters: { ...insight.filters, date_from: '-7d' } })
  expect(there.results[0].days).toHaveLength(8)
  expect(await read(`?from_dashboard=${board}`)).toEqual({ ...there, is_cached: 'true' })
  const alone = await read('?refresh=true')
  expect(alone.results[0].days).toHaveLength(2)
  expect(alone).not.toHaveProperty('color')
  // A dashboard that does not have the insight has no effect.
  const other = (await server.request('POST', DASHBOARDS, { name: 'Other' })).body.id
  expect(await read(`?from_dashboard=${other}`)).toEqual({ ...alone, is_cached: 'true' })
  expect(await read('?from_dashboard=987654')).toEqual({ ...alone, is_cached: 'true' })
})

test('call 4: the privilege level of a viewer is to view', async () => {
  const viewer = await secondUser(server, 'Vera')
  await server.app.metadata
    .updateTable('project_member')
    .set({ role: 'viewer' })
    .where('user_id', '=', viewer.id)
    .execute()
  const levels = async (key?: string) => {
    const { body } = await server.request('GET', INSIGHTS, undefined, key)
    const one = await server.request('GET', `${INSIGHTS}${body.results[0].id}/`, undefined, key)
    const dashboard = await server.request('GET', `${DASHBOARDS}${board}/`, undefined, key)
    return [body.results[0], one.body, dashboard.body].map((shown) => shown.effective_privilege_level)
  }
  expect(await levels()).toEqual([37, 37, 37])
  expect(await levels(viewer.key)).toEqual([21, 21, 21])
})
