import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const PROJECT = '/api/projects/1/'
const SQL = {
  kind: 'DataVisualizationNode',
  source: {
    kind: 'HogQLQuery',
    query: 'SELECT {variables.n}, {variables.m}',
    variables: { n: { variableId: 'n', code_name: 'n', value: 1 }, m: { variableId: 'm', code_name: 'm' } },
  },
}
const TREND = { insight: 'TRENDS', events: [{ id: 'visit' }], date_from: '-1d' }
let board = 0
let trend = 0
let statement = 0

async function get(path: string, parameters: Record<string, string> = {}) {
  const { status, body } = await server.request('GET', `${PROJECT}${path}?${new URLSearchParams(parameters)}`)
  expect([status, body.detail]).toEqual([200, undefined])
  return body
}
const daysOf = (insight: { results: { days: string[] }[] | null }) => insight.results?.[0]?.days ?? null
const variables_override = JSON.stringify({ n: { value: 7 }, of_another_insight: { value: 8 } })
const OTHER = { ...SQL.source.variables, n: { ...SQL.source.variables.n, value: 7 } }

beforeAll(async () => {
  const post = async (path: string, body: object) =>
    (await server.request('POST', `${PROJECT}${path}`, body)).body.id
  board = await post('dashboards/', { name: 'b', filters: { date_from: '-2d' } })
  trend = await post('insights/', { name: 'trend', filters: TREND, dashboards: [board] })
  statement = await post('insights/', { name: 'sql', query: SQL, dashboards: [board] })
})

describe('a dashboard', () => {
  test('is read with other filters for one request', async () => {
    const path = `dashboards/${board}/`
    const filters_override = JSON.stringify({ date_from: '2026-11-01', date_to: '2026-11-01' })
    const [own] = (await get(path, { refresh: 'blocking' })).tiles
    expect(daysOf(own.insight)).toHaveLength(3)
    const body = await get(path, { filters_override, refresh: 'blocking' })
    expect(daysOf(body.tiles[0].insight)).toEqual(['2026-11-01'])
    expect(body.tiles[0].insight.filters).toMatchObject({ date_from: '2026-11-01' })
    expect(body.filters).toEqual({ date_from: '-2d' })
    // If nothing is computed, no result is shown, because the only one belongs to another question. The
    // tile keeps that result.
    expect(daysOf((await get(path, { filters_override })).tiles[0].insight)).toBeNull()
    expect(daysOf((await get(path)).tiles[0].insight)).toHaveLength(3)
    expect(daysOf((await get(path, { filters_override: '{}' })).tiles[0].insight)).toHaveLength(3)
  })

  test('is read with other variables for one request', async () => {
    const { tiles } = await get(`dashboards/${board}/`, { variables_override })
    expect(tiles[1].insight.query.source.variables).toEqual(OTHER)
    expect((await get(`dashboards/${board}/`)).tiles[1].insight.query.source.variables).toEqual(
      SQL.source.variables,
    )
    // There are only filters and no variables, so the insight has its own result.
    expect(daysOf(tiles[0].insight)).toHaveLength(3)
  })
})

test('an insight and a list are read with other variables', async () => {
  expect((await get(`insights/${statement}/`, { variables_override })).query.source.variables).toEqual(OTHER)
  const { results } = await get('insights/', { variables_override })
  expect(results.map((one: { query: { source: { variables: object } } | null }) => one.query)).toEqual([
    null,
    { ...SQL, source: { ...SQL.source, variables: OTHER } },
  ])
  expect((await get(`insights/${statement}/`, { variables_override: '{}' })).query).toEqual(SQL)
  expect((await get(`insights/${statement}/`)).query).toEqual(SQL)
})

test.each([
  ['filters_override', 'nojson'],
  ['filters_override', '[1]'],
  ['filters_override', '{"date_from":"someday"}'],
  ['variables_override', '{"n":7}'],
  ['variables_override', '[]'],
  ['variables_override', 'null'],
])('%s=%s is refused and named', async (name, value) => {
  const query = new URLSearchParams({ [name]: value })
  for (const path of [
    `dashboards/${board}/`,
    `insights/${trend}/`,
    ...(name[0] === 'v' ? ['insights/'] : []),
  ])
    expect(await server.request('GET', `${PROJECT}${path}?${query}`)).toMatchObject({
      status: 400,
      body: { attr: name },
    })
})

test('a list without dashboards', async () => {
  const dashboardsOf = async (parameters: Record<string, string>) =>
    (await get('insights/', parameters)).results.map(
      (one: { dashboards: number[]; dashboard_tiles: unknown[] }) => [
        one.dashboards,
        one.dashboard_tiles.length,
      ],
    )
  const shown = [
    [[board], 1],
    [[board], 1],
  ]
  expect(await dashboardsOf({})).toEqual(shown)
  expect(await dashboardsOf({ include_dashboards: 'true' })).toEqual(shown)
  expect(await dashboardsOf({ include_dashboards: 'false', basic: 'true' })).toEqual([
    [[], 0],
    [[], 0],
  ])
})

test('a list of the insights that were created in a range', async () => {
  const { id } = await server.newProject('Berlin', 'Europe/Berlin')
  const path = `/api/projects/${id}/insights/`
  const start = server.nowMs
  for (const [name, hours] of [
    ['now', 0],
    ['yesterday', -24],
    ['before', -240],
  ] as const) {
    server.nowMs = start + hours * 3_600_000
    await server.request('POST', path, { name })
  }
  server.nowMs = start
  // A later change does not change the time of creation.
  const { body: all } = await server.request('GET', path)
  await server.request('PATCH', `${path}${all.results.at(-1).id}/`, { name: 'before, changed' })
  const names = async (query: string) => {
    const { body } = await server.request('GET', `${path}?${query}`)
    return body.results.map((one: { name: string }) => one.name)
  }
  expect(await names('created_date_from=-2d')).toEqual(['now', 'yesterday'])
  expect(await names('created_date_to=-2d')).toEqual(['before, changed'])
  expect(await names('created_date_from=2026-11-19&created_date_to=2026-11-20')).toEqual(['yesterday'])
  const refused = await server.request('GET', `${path}?created_date_from=soon`)
  expect(refused).toMatchObject({ status: 400, body: { attr: 'created_date_from' } })
})
