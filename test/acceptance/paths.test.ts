import { beforeAll, describe, expect, test } from 'vitest'
import { parseCsv } from '../fixtures/parse-csv.ts'
import { edgesOf, type PathEdgeItem as Item, PATH_EVENTS } from '../fixtures/path-example.ts'
import { KEY, useApp } from '../fixtures/use-app.ts'

// Now is Friday, 20 November 2026, 12:00 UTC.
const server = useApp()
const INSIGHTS = '/api/projects/1/insights/'

beforeAll(() => server.capture([...PATH_EVENTS]))

const TYPES = ['$pageview', 'custom_event']
const FLAT = { include_event_types: TYPES, date_from: '-3d' }
const FILTERS = { insight: 'PATHS', ...FLAT }
const NODE = {
  kind: 'PathsQuery',
  dateRange: { date_from: '-3d' },
  pathsFilter: { includeEventTypes: TYPES },
}
const EXAMPLE = [
  ['1_/', '2_/docs', 2, 360_000],
  ['1_/', '2_/pricing', 2, 180_000],
  ['2_/pricing', '3_/', 1, 60_000],
  ['2_/pricing', '3_paid', 1, 480_000],
]

const get = (path: string) => server.request('GET', path)
const post = (path: string, body: object) => server.request('POST', path, body)
async function edgesFor(more: object) {
  const { status, body } = await post(`${INSIGHTS}path/`, { ...FLAT, ...more })
  expect([status, body.detail]).toEqual([200, undefined])
  return edgesOf(body.results)
}

describe('the answer of', () => {
  const inAddress = `${INSIGHTS}path/?date_from=-3d&include_event_types=${JSON.stringify(TYPES)}`
  test('call 16 is an Insight with the question in the address', async () => {
    const { status, body } = await get(inAddress)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: null, name: null, filters: FILTERS, query: null, timezone: 'UTC' })
    expect(edgesOf(body.results)).toEqual(EXAMPLE)
    expect(JSON.parse(body.result)).toEqual(body.results)
  })

  test.each<[string, object, object, object | null]>([
    ['flat parameters', FLAT, FILTERS, null],
    ['filters', { filters: FILTERS, name: 'Any', tags: [] }, FILTERS, null],
    ['a node', { query: NODE, saved: true }, { ...FILTERS, events: [] }, NODE],
    ['a node as text', { query: JSON.stringify(NODE) }, { ...FILTERS, events: [] }, NODE],
  ])('call 17 is an Insight for %s', async (_, body, filters, query) => {
    const answer = await post(`${INSIGHTS}path/`, body)
    expect([answer.status, answer.body.detail]).toEqual([200, undefined])
    expect(answer.body).toMatchObject({ id: null, name: null, saved: false, filters, query })
    expect(edgesOf(answer.body.results)).toEqual(EXAMPLE)
  })

  test('a query node, a saved insight and a dashboard', async () => {
    const asked = await post('/api/projects/1/query/', { query: NODE })
    expect(edgesOf(asked.body.results)).toEqual(EXAMPLE)
    const dashboard = await post('/api/projects/1/dashboards/', {
      name: 'One day',
      filters: { date_from: '2026-11-20' },
    })
    const { id: board } = dashboard.body
    const created = await post(INSIGHTS, { filters: FILTERS, dashboards: [board] })
    const saved = await get(`${INSIGHTS}${created.body.id}/?refresh=true`)
    expect(edgesOf(saved.body.results)).toEqual(EXAMPLE)
    const onBoard = await get(`${INSIGHTS}${created.body.id}/?refresh=true&from_dashboard=${board}`)
    expect(onBoard.body.results).toEqual([])
  })

  test('format=csv is a row for each edge', async () => {
    const headers = { authorization: `Bearer ${KEY}` }
    const { body } = await server.app.server.inject({ url: `${inAddress}&format=csv`, headers })
    expect(parseCsv(body)).toEqual([
      ['source', 'target', 'value', 'average_conversion_time'],
      ...EXAMPLE.map((row) => row.map(String)),
    ])
  })

  test('a shared page has the flow and a table', async () => {
    const { body } = await post(INSIGHTS, { filters: FILTERS })
    await get(`${INSIGHTS}${body.id}/?refresh=true`)
    const { body: link } = await server.request('PATCH', `${INSIGHTS}${body.id}/sharing/`, { enabled: true })
    const { body: page } = await server.app.server.inject({ url: `/shared/${link.access_token}` })
    expect(page).toContain('<title>1_/ → 2_/docs: 2</title>')
    expect(page).toContain('8 min')
  })
})

test.each<[string, object, unknown[][]]>([
  ['no types are every event', { include_event_types: [] }, EXAMPLE],
  ['the old single type', { include_event_types: [], path_type: 'custom_event' }, []],
  ['custom events by name', { include_event_types: ['$pageview'], include_custom_events: ['paid'] }, EXAMPLE],
  [
    'an expression',
    {
      include_event_types: ['hogql'],
      paths_hogql_expression: "if(event = 'paid', 'money', 'page')",
      step_limit: 2,
    },
    [['1_page', '2_money', 1, 480_000]],
  ],
  [
    'groups: the walks of acme are one',
    { aggregation_group_type_index: 0, end_point: 'paid', step_limit: 2 },
    [['1_/pricing', '2_paid', 1, 480_000]],
  ],
  ['a weight', { min_edge_weight: 2 }, EXAMPLE.slice(0, 2)],
])('%s', async (_, more, edges) => {
  expect(await edgesFor(more)).toEqual(edges)
})

test('merged distinct ids are one person', async () => {
  const project = await server.newProject()
  const viewed = (distinct_id: string, url: string, time: string) => ({
    event: '$pageview',
    distinct_id,
    timestamp: `2026-11-19T${time}:00Z`,
    properties: { $current_url: url },
  })
  const identified = {
    event: '$identify',
    distinct_id: 'eve',
    timestamp: '2026-11-19T09:02:00Z',
    properties: { $anon_distinct_id: 'before' },
  }
  await server.capture(
    [viewed('before', '/a', '09:00'), viewed('eve', '/b', '09:05'), identified],
    project.token,
  )
  const { body } = await post(`/api/projects/${project.id}/insights/path/`, {
    include_event_types: ['$pageview'],
  })
  expect(edgesOf(body.results)).toEqual([['1_/a', '2_/b', 1, 300_000]])
})

describe('people', () => {
  const namesAt = async (url: string) => {
    const { status, body } = await get(url)
    expect([status, body.detail]).toEqual([200, undefined])
    return body.results[0].people.flatMap((one: { distinct_ids: string[] }) => one.distinct_ids).sort()
  }

  test('of each edge, and of the sessions that ended after it', async () => {
    const { body } = await post(`${INSIGHTS}path/`, FLAT)
    const people = []
    for (const item of body.results as Item[])
      people.push([await namesAt(item.people_url), await namesAt(item.dropoff_people_url)])
    expect(people).toEqual([
      [['cid'], ['cid']],
      [['ada', 'bob'], []],
      [['bob'], ['bob']],
      [['ada'], ['ada']],
    ])
  })

  const asked = `/api/projects/1/persons/path/?date_from=-3d&include_event_types=${JSON.stringify(TYPES)}`
  test.each([
    ['path_start_key=1_/', ['ada', 'bob', 'cid']],
    ['path_end_key=1_/docs', ['ada', 'dan']],
    ['path_dropoff_key=1_/docs', ['ada', 'dan']],
    ['path_start_key=1_/&path_end_key=2_/pricing&path_dropoff_key=3_/', ['bob']],
    ['path_start_key=5_none', []],
  ])('of %s', async (selectors, names) => {
    expect(await namesAt(`${asked}&${selectors}`)).toEqual(names)
  })

  test.each([
    ['', 'required', 'path_start_key'],
    ['&path_start_key=docs', 'invalid_choice', 'path_start_key'],
    ['&path_end_key=0_/docs', 'invalid_choice', 'path_end_key'],
    ['&path_dropoff_key=99_/docs', 'invalid_choice', 'path_dropoff_key'],
  ])('%s is refused', async (selectors, code, attr) => {
    expect(await get(`${asked}${selectors}`)).toMatchObject({ status: 400, body: { code, attr } })
  })
})

test('a cleaning rule that cannot be read changes nothing, with a warning', async () => {
  const rules = [{ regex: '(', alias: 'x' }]
  const { body } = await post(`${INSIGHTS}path/`, { ...FLAT, local_path_cleaning_filters: rules })
  expect(edgesOf(body.results)).toEqual(EXAMPLE)
  expect(body.warnings).toEqual([
    {
      code: 'unreadable_regex',
      detail: expect.stringContaining('changes nothing'),
      attr: 'local_path_cleaning_filters',
    },
  ])
})

test.each<[object, string, string]>([
  [{ events: [{ id: 'paid' }] }, 'not_supported', 'events'],
  [{ breakdown: 'plan' }, 'not_supported', 'breakdown'],
  [{ include_event_types: ['$pageviews'] }, 'invalid_choice', 'include_event_types'],
  [{ include_event_types: [], path_type: 'pages' }, 'invalid_choice', 'path_type'],
  [{ include_custom_events: ['paid'] }, 'invalid_input', 'include_custom_events'],
  [{ include_event_types: ['hogql'] }, 'required', 'paths_hogql_expression'],
  [{ paths_hogql_expression: 'event' }, 'invalid_input', 'paths_hogql_expression'],
  [
    { include_event_types: ['hogql'], paths_hogql_expression: 'count()' },
    'invalid_input',
    'paths_hogql_expression',
  ],
  [{ step_limit: 1 }, 'invalid_input', 'step_limit'],
  [{ step_limit: 51 }, 'invalid_input', 'step_limit'],
  [{ edge_limit: 10_001 }, 'invalid_input', 'edge_limit'],
  [{ min_edge_weight: 3, max_edge_weight: 2 }, 'invalid_input', 'max_edge_weight'],
  [
    { local_path_cleaning_filters: [{ regex: '(a)', alias: '\\2' }] },
    'invalid_input',
    'local_path_cleaning_filters__0__alias',
  ],
  [
    { local_path_cleaning_filters: [{ regex: '(.|a){1,1000}b', alias: '' }] },
    'max_length',
    'local_path_cleaning_filters__0__regex',
  ],
  [{ path_groupings: ['*'.repeat(11)] }, 'max_length', 'path_groupings__0'],
  [{ path_groupings: Array(101).fill('a*') }, 'max_length', 'path_groupings'],
  [{ query: NODE }, 'invalid_input', 'date_from'],
])('%j is refused', async (more, code, attr) => {
  const { status, body } = await post(`${INSIGHTS}path/`, { ...FLAT, ...more })
  expect([status, body.code, body.attr], body.detail).toEqual([400, code, attr])
})

test.each([
  [{ query: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'paid' }] } }, 'query__kind'],
  [{ filters: { insight: 'TRENDS', events: [{ id: 'paid' }] } }, 'filters__insight'],
])('call 17 refuses %j', async (body, attr) => {
  expect(await post(`${INSIGHTS}path/`, body)).toMatchObject({ status: 400, body: { attr } })
})

test('both calls need the scope insight:read', async () => {
  const { body } = await server.request(
    'POST',
    '/api/personal_api_keys/',
    { label: 'a', scopes: ['group:read'] },
    KEY,
  )
  for (const method of ['GET', 'POST']) {
    const sent = method === 'GET' ? undefined : FLAT
    const { status } = await server.request(method, `${INSIGHTS}path/`, sent, body.value)
    expect(status).toBe(403)
  }
})
