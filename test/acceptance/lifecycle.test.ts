import { beforeAll, describe, expect, test } from 'vitest'
import { parseCsv } from '../fixtures/parse-csv.ts'
import { KEY, useApp } from '../fixtures/use-app.ts'

// Now is Friday, 20 November 2026, 12:00 UTC.
const server = useApp()
const INSIGHTS = '/api/projects/1/insights/'

/** The worked example of the semantics document. The events that create the persons come first. */
const EVENTS: Readonly<Record<string, readonly string[]>> = {
  ada: ['signed in 11-17T09', 'signed in 11-18T09', 'signed in 11-20T09'],
  bob: ['visit 10-01T09', 'signed in 11-16T09', 'signed in 11-19T09'],
  cid: ['visit 11-18T00', 'signed in 11-20T09'],
  dan: ['visit 10-01T09', 'signed in 11-17T09'],
}
beforeAll(() =>
  server.capture(
    Object.entries(EVENTS).flatMap(([person, events]) =>
      events.map((text) => ({
        event: text.slice(0, -9),
        distinct_id: person,
        timestamp: `2026-${text.slice(-8)}:00:00Z`,
        properties: { $groups: { company: person === 'ada' ? 'initech' : 'acme' } },
      })),
    ),
  ),
)

const NODE = {
  kind: 'LifecycleQuery',
  series: [{ kind: 'EventsNode', event: 'signed in' }],
  dateRange: { date_from: '-3d' },
}
const FILTERS = { insight: 'LIFECYCLE', events: [{ id: 'signed in' }], date_from: '-3d' }
const EXAMPLE = [
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [1, 0, 1, 2],
  [-1, -1, -1, -1],
]

const ask = (query: object) => server.request('POST', '/api/projects/1/query/', { query })
async function dataOf(query: object): Promise<number[][]> {
  const { status, body } = await ask(query)
  expect([status, body.detail]).toEqual([200, undefined])
  return body.results.map(({ data }: { data: number[] }) => data)
}

describe('a query node', () => {
  test('has every field of an item', async () => {
    const { body } = await ask(NODE)
    expect(body.results.map(({ data }: { data: number[] }) => data)).toEqual(EXAMPLE)
    expect(body.results[3]).toEqual({
      action: expect.objectContaining({ id: 'signed in', type: 'events', order: 0 }),
      label: 'signed in - dormant',
      status: 'dormant',
      count: -4,
      data: [-1, -1, -1, -1],
      days: ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'],
      labels: ['17-Nov-2026', '18-Nov-2026', '19-Nov-2026', '20-Nov-2026'],
      incomplete_days: ['2026-11-20'],
      filter: expect.objectContaining({ date_from: '-3d' }),
      persons: expect.any(Object),
      persons_urls: expect.any(Array),
    })
  })

  test.each<[string, object, number[][]]>([
    ['statuses', { lifecycleFilter: { toggledLifecycles: ['dormant'] } }, [[-1, -1, -1, -1]]],
    // ada and cid were created in the week of the 15th. bob and dan come back in this week.
    ['weeks', { interval: 'week' }, [[2], [0], [2], [0]]],
    [
      'companies',
      { aggregation_group_type_index: 0 },
      // initech was created on the 17th; acme is active from the 16th on.
      [
        [1, 0, 0, 0],
        [1, 1, 0, 1],
        [0, 0, 1, 1],
        [0, -1, -1, 0],
      ],
    ],
  ])('%s', async (_name, more, expected) => {
    expect(await dataOf({ ...NODE, ...more })).toEqual(expected)
  })

  test('has one series', async () => {
    const series = [...NODE.series, { kind: 'EventsNode', event: 'visit' }]
    expect(await ask({ ...NODE, series })).toMatchObject({
      status: 400,
      body: { type: 'validation_error', code: 'max_length', attr: 'query__series' },
    })
  })
})

describe('a saved insight', () => {
  const create = async (body: object) => (await server.request('POST', INSIGHTS, body)).body
  const read = async (id: number) =>
    (await server.request('GET', `${INSIGHTS}${id}/?refresh=blocking`)).body.results

  test.each([
    ['with filters', { filters: FILTERS }],
    [
      'with the filters of a trend that is shown as a lifecycle',
      { filters: { ...FILTERS, insight: 'TRENDS', shown_as: 'Lifecycle' } },
    ],
    ['with a query', { query: { kind: 'InsightVizNode', source: NODE } }],
  ])('%s is computed', async (_name, body) => {
    const { id } = await create(body)
    expect((await read(id)).map(({ data }: { data: number[] }) => data)).toEqual(EXAMPLE)
  })

  test('with a query is shown with the same question as filters', async () => {
    const source = { ...NODE, lifecycleFilter: { toggledLifecycles: ['new'] }, interval: 'week' }
    const { filters } = await create({ query: { kind: 'InsightVizNode', source } })
    expect(filters).toMatchObject({ insight: 'LIFECYCLE', interval: 'week', toggledLifecycles: ['new'] })
    const { id } = await create({ filters })
    expect(await read(id)).toMatchObject([{ status: 'new', data: [2] }])
  })

  test('is a table', async () => {
    const { id } = await create({ filters: FILTERS })
    const url = `${INSIGHTS}${id}/?format=csv`
    const headers = { authorization: `Bearer ${KEY}` }
    const { payload } = await server.app.server.inject({ url, headers })
    expect(parseCsv(payload)).toEqual([
      ['status', '17-Nov-2026', '18-Nov-2026', '19-Nov-2026', '20-Nov-2026'],
      ...['new', 'returning', 'resurrecting', 'dormant'].map((status, i) => [
        status,
        ...(EXAMPLE[i] ?? []).map(String),
      ]),
    ])
  })

  test('has bars above and below zero on its shared page', async () => {
    const { id } = await create({ name: 'Who comes back', filters: FILTERS })
    const { body } = await server.request('PATCH', `${INSIGHTS}${id}/sharing`, { enabled: true })
    const { body: page } = await server.app.server.inject({ url: `/shared/${body.access_token}` })
    const bars = [...page.matchAll(/<rect\b[^>]*><title>([^<]*)<\/title>/g)].map(([, title]) => title)
    expect(bars).toHaveLength(9)
    expect(bars).toEqual(expect.arrayContaining(['resurrecting, 20-Nov-2026: 2', 'dormant, 17-Nov-2026: -1']))
  })

  test('is computed again after an earlier event of a person, of any name', async () => {
    const { id } = await create({ filters: { ...FILTERS, toggledLifecycles: ['new'] } })
    const { token } = await server.newProject()
    expect(await read(id)).toMatchObject([{ data: [1, 0, 0, 0] }])
    // The event is in another project and changes nothing.
    const early = { event: 'visit', distinct_id: 'ada', timestamp: '2026-10-01T00:00:00Z' }
    await server.capture([early], token)
    expect(await read(id)).toMatchObject([{ data: [1, 0, 0, 0] }])
    await server.capture([early])
    expect(await read(id)).toMatchObject([{ data: [0, 0, 0, 0] }])
  })
})

test('a distinct id without a person is first seen with its first event', async () => {
  const project = await server.newProject()
  const did = (distinctId: string, event: string, time: string) => ({
    event,
    distinct_id: distinctId,
    timestamp: `2026-11-${time}:00:00Z`,
    properties: { $process_person_profile: false },
  })
  await server.capture(
    [
      did('eve', 'visit', '01T09'),
      did('eve', 'signed in', '18T09'),
      did('fay', 'visit', '19T08'),
      did('fay', 'signed in', '19T09'),
    ],
    project.token,
  )
  const { body } = await server.request('POST', `/api/projects/${project.id}/query/`, { query: NODE })
  expect(body.results.map(({ data }: { data: number[] }) => data)).toEqual([
    [0, 0, 1, 0],
    [0, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, -1, -1],
  ])
})
