import { beforeAll, describe, expect, test } from 'vitest'
import { parseCsv } from '../fixtures/parse-csv.ts'
import { edgesOf, PATH_EVENTS, type PathEdgeItem } from '../fixtures/path-example.ts'
import { KEY, useApp } from '../fixtures/use-app.ts'

// Now is Friday, 20 November 2026, 12:00 UTC.
const server = useApp()
const INSIGHTS = '/api/projects/1/insights/'
const MINUTE_MS = 60_000
beforeAll(() => server.capture([...PATH_EVENTS]))

const TYPES = ['$pageview', 'custom_event']
const FUNNEL = {
  events: [{ id: '$pageview' }, { id: 'paid', order: 1 }],
  funnel_window_interval: 1,
  funnel_window_interval_unit: 'hour',
}
/** The paths of persons who saw a page and did not pay within an hour. */
const FLAT = {
  include_event_types: TYPES,
  date_from: '-3d',
  funnel_paths: 'funnel_path_after_step',
  funnel_filter: { ...FUNNEL, funnel_step: -2 },
}
const FILTERS = { insight: 'PATHS', ...FLAT }
const NODE = {
  kind: 'PathsQuery',
  dateRange: { date_from: '-3d' },
  pathsFilter: { includeEventTypes: TYPES },
  funnelPathsFilter: {
    funnelPathType: 'funnel_path_after_step',
    funnelStep: -2,
    funnelSource: {
      kind: 'FunnelsQuery',
      series: [
        { kind: 'EventsNode', event: '$pageview' },
        { kind: 'EventsNode', event: 'paid' },
      ],
      funnelsFilter: { funnelWindowInterval: 1, funnelWindowIntervalUnit: 'hour' },
    },
  },
}
const EXAMPLE = [
  ['1_/', '2_/docs', 2, 6 * MINUTE_MS],
  ['1_/', '2_/pricing', 1, 4 * MINUTE_MS],
  ['2_/pricing', '3_/', 1, MINUTE_MS],
]

const post = (path: string, body: object) => server.request('POST', path, body)
async function ask(body: object) {
  const answer = await post(`${INSIGHTS}path/`, body)
  expect([answer.status, answer.body.detail]).toEqual([200, undefined])
  return answer.body
}

describe('paths around a step of a funnel, of', () => {
  test('call 16, with the funnel as JSON text', async () => {
    const texts = Object.entries(FLAT).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : value,
    ])
    const { status, body } = await server.request(
      'GET',
      `${INSIGHTS}path/?${new URLSearchParams(Object.fromEntries(texts))}`,
    )
    expect([status, body.detail]).toEqual([200, undefined])
    expect(edgesOf(body.results)).toEqual(EXAMPLE)
    expect(body.filters).toMatchObject(FILTERS)
  })

  test.each<[string, object]>([
    ['flat parameters', FLAT],
    ['filters', { filters: FILTERS }],
    ['a node', { query: NODE }],
    ['a node in a wrapper', { query: { kind: 'InsightVizNode', source: NODE } }],
  ])('call 17, by %s', async (_name, body) => {
    expect(edgesOf((await ask(body)).results)).toEqual(EXAMPLE)
  })

  test.each<[string, number, unknown[][]]>([
    ['funnel_path_between_steps', 2, [['1_/pricing', '2_paid', 1, 8 * MINUTE_MS]]],
    [
      'funnel_path_before_step',
      2,
      [
        ['1_/', '2_/pricing', 1, 2 * MINUTE_MS],
        ['2_/pricing', '3_paid', 1, 8 * MINUTE_MS],
      ],
    ],
    // A gap of 30 minutes does not end the session here, because the window is an hour.
    ['funnel_path_after_step', 2, [['1_paid', '2_/docs', 1, 30 * MINUTE_MS]]],
  ])('%s %i', async (funnel_paths, funnel_step, edges) => {
    const { results } = await ask({ ...FLAT, funnel_paths, funnel_filter: { ...FUNNEL, funnel_step } })
    expect(edgesOf(results)).toEqual(edges)
  })

  test('groups', async () => {
    const funnel_filter = { ...FUNNEL, aggregation_group_type_index: 1, funnel_step: 1 }
    const project = await server.newProject()
    const grouped = PATH_EVENTS.map((event) => ({
      ...event,
      properties: {
        ...(event as { properties: object }).properties,
        $groups: { team: 'red', company: 'acme' },
      },
    }))
    await server.capture(grouped, project.token)
    const { body } = await post(`/api/projects/${project.id}/insights/path/`, { ...FLAT, funnel_filter })
    expect(edgesOf(body.results).length).toBeGreaterThan(0)
    const { body: people } = await server.request('GET', body.results[0].people_url)
    expect(people.results[0].people).toMatchObject([{ type: 'group', group_key: 'acme' }])
  })

  test('merged persons, without the accounts of tests', async () => {
    const project = await server.newProject()
    const path = `/api/projects/${project.id}/`
    const seen = (distinct_id: string, url: string, time: string, team = 'outside') => ({
      event: '$pageview',
      distinct_id,
      timestamp: `2026-11-19T${time}:00Z`,
      properties: { $current_url: url, team },
    })
    const paid = (distinct_id: string, time: string, team = 'outside') => ({
      event: 'paid',
      distinct_id,
      timestamp: `2026-11-19T${time}:00Z`,
      properties: { team },
    })
    const identified = {
      event: '$identify',
      distinct_id: 'eve',
      timestamp: '2026-11-19T09:30:00Z',
      properties: { $anon_distinct_id: 'before', team: 'outside' },
    }
    await server.capture(
      [
        ...[seen('before', '/a', '09:00'), seen('before', '/b', '09:10'), paid('eve', '09:20'), identified],
        ...[
          seen('own', '/a', '09:00', 'ours'),
          seen('own', '/c', '09:10', 'ours'),
          paid('own', '09:20', 'ours'),
        ],
      ],
      project.token,
    )
    const test_account_filters = [{ key: 'team', value: 'ours', operator: 'is_not' }]
    await server.request('PATCH', path, { test_account_filters })
    const asked = { ...FLAT, funnel_paths: 'funnel_path_before_step' }
    const edgesWith = async (funnel: object, own: object = {}) => {
      const funnel_filter = { ...FUNNEL, funnel_step: 2, ...funnel }
      const { body } = await post(`${path}insights/path/`, { ...asked, ...own, funnel_filter })
      return edgesOf(body.results).map(([source, target]) => [source, target])
    }
    const OUTSIDE = [
      ['1_/a', '2_/b'],
      ['2_/b', '3_paid'],
    ]
    expect(await edgesWith({ filter_test_accounts: true })).toEqual(OUTSIDE)
    expect(await edgesWith({}, { filter_test_accounts: true })).toEqual(OUTSIDE)
    expect(await edgesWith({})).toHaveLength(4)
    const ofFunnel = [{ key: 'team', value: 'outside' }]
    expect(await edgesWith({ properties: ofFunnel })).toEqual(OUTSIDE)
  })

  test('a funnel that nobody finished', async () => {
    const events = [{ id: '$pageview' }, { id: 'never', order: 1 }]
    const answer = await ask({ ...FLAT, funnel_filter: { ...FUNNEL, events, funnel_step: 2 } })
    expect(answer.results).toEqual([])
    expect(answer.warnings).toMatchObject([{ code: 'unknown_event', attr: 'funnel_filter__events__1__id' }])
  })
})

describe('the people', () => {
  const namesAt = async (url: string) => {
    const { status, body } = await server.request('GET', url)
    expect([status, body.detail]).toEqual([200, undefined])
    return body.results[0].people.flatMap((one: { distinct_ids: string[] }) => one.distinct_ids).sort()
  }

  test.each<[string, object]>([
    ['flat parameters', FLAT],
    ['a node', { query: NODE }],
  ])('of each edge and of its end, by %s', async (_name, body) => {
    const { results } = await ask(body)
    const people = []
    for (const item of results as PathEdgeItem[])
      people.push([await namesAt(item.people_url), await namesAt(item.dropoff_people_url)])
    expect(people).toEqual([
      [['cid'], ['cid']],
      [['bob'], []],
      [['bob'], ['bob']],
    ])
  })

  test('of a start, an end and a drop-off', async () => {
    const asked = { ...FLAT, path_start_key: '1_/' }
    const { body } = await post('/api/projects/1/persons/path/', asked)
    expect(body.total_count).toBe(2)
    const dropped = await post('/api/projects/1/persons/path/', { ...FLAT, path_dropoff_key: '1_/docs' })
    expect(dropped.body.results[0].people).toMatchObject([{ distinct_ids: ['dan'] }])
  })
})

describe('a saved insight', () => {
  test('is computed, cached, shared and a table', async () => {
    const { body } = await post(INSIGHTS, { filters: FILTERS })
    const saved = await server.request('GET', `${INSIGHTS}${body.id}/?refresh=blocking`)
    expect(edgesOf(saved.body.results)).toEqual(EXAMPLE)
    const again = await server.request('GET', `${INSIGHTS}${body.id}/`)
    expect([again.body.is_cached, edgesOf(again.body.results)]).toEqual(['true', EXAMPLE])
    const { payload } = await server.app.server.inject({
      url: `${INSIGHTS}${body.id}/?format=csv`,
      headers: { authorization: `Bearer ${KEY}` },
    })
    expect(parseCsv(payload)[1]).toEqual(EXAMPLE[0]?.map(String))
    const { body: link } = await server.request('PATCH', `${INSIGHTS}${body.id}/sharing/`, { enabled: true })
    const { body: page } = await server.app.server.inject({ url: `/shared/${link.access_token}` })
    expect(page).toContain('<title>1_/ → 2_/docs: 2</title>')
  })

  test('of a node has its funnel in its filters, and is computed again after an event of a step', async () => {
    const project = await server.newProject()
    const insights = `/api/projects/${project.id}/insights/`
    await server.capture([...PATH_EVENTS], project.token)
    const { body } = await post(insights, { query: NODE })
    expect(body.filters).toMatchObject({
      funnel_paths: 'funnel_path_after_step',
      funnel_filter: { insight: 'FUNNELS', funnel_step: -2, funnel_window_interval: 1 },
    })
    const edges = async () =>
      edgesOf((await server.request('GET', `${insights}${body.id}/?refresh=blocking`)).body.results)
    expect(await edges()).toEqual(EXAMPLE)
    await server.capture(
      [{ event: 'paid', distinct_id: 'bob', timestamp: '2026-11-19T10:30:00Z' }],
      project.token,
    )
    expect(await edges()).toEqual([EXAMPLE[0]])
  })

  test('has the dates of its dashboard, and so has its funnel', async () => {
    const dashboard = await post('/api/projects/1/dashboards/', {
      name: 'One day',
      filters: { date_from: '2026-11-20' },
    })
    const { id: board } = dashboard.body
    const funnelSource = { ...NODE.funnelPathsFilter.funnelSource, dateRange: { date_from: '-3d' } }
    const query = { ...NODE, funnelPathsFilter: { ...NODE.funnelPathsFilter, funnelSource } }
    const { body } = await post(INSIGHTS, { query, dashboards: [board] })
    const onBoard = await server.request(
      'GET',
      `${INSIGHTS}${body.id}/?refresh=blocking&from_dashboard=${board}`,
    )
    expect(onBoard.body.results).toEqual([])
    expect(onBoard.body.warnings).toMatchObject([
      {
        code: 'funnel_dates_left_out',
        attr: 'query__funnelPathsFilter__funnelSource__dateRange__date_from',
      },
    ])
  })
})

test.each<[object, string, string]>([
  [{ funnel_filter: null }, 'required', 'funnel_filter'],
  [{ funnel_paths: null }, 'required', 'funnel_paths'],
  [{ funnel_paths: 'after' }, 'invalid_choice', 'funnel_paths'],
  [{ funnel_filter: FUNNEL }, 'required', 'funnel_filter__funnel_step'],
  [{ funnel_filter: { ...FUNNEL, funnel_step: 3 } }, 'invalid_choice', 'funnel_filter__funnel_step'],
  [
    { funnel_filter: { ...FUNNEL, events: [{ id: 'a' }], funnel_step: 2 } },
    'invalid_choice',
    'funnel_filter__funnel_step',
  ],
  [
    { funnel_filter: { ...FUNNEL, funnel_stp: 1, funnel_step: 1 } },
    'unknown_field',
    'funnel_filter__funnel_stp',
  ],
  [{ funnel_filter: 'steps' }, 'invalid_input', 'funnel_filter'],
])('%j is refused', async (more, code, attr) => {
  const { status, body } = await post(`${INSIGHTS}path/`, { ...FLAT, ...more })
  expect([status, body.code, body.attr], body.detail).toEqual([400, code, attr])
})
