import { beforeAll, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

// The extension reads `result` as plain JSON.
const server = useApp({ THROUGHLINE_COMPUTED_FIELDS: 'json' })
const PROJECT = '/api/projects/1/'
const MANY = 230
let key = ''

beforeAll(async () => {
  const timestamp = '2026-11-20T08:00:00Z'
  const properties = { plan: 'free', seats: 3, $browser: 'Firefox' }
  await server.capture([
    { event: 'signed up', distinct_id: 'ada', timestamp, properties },
    { event: 'signed up', distinct_id: 'bob', timestamp: '2026-11-19T08:00:00Z' },
    { event: 'paid', distinct_id: 'ada', timestamp: '2026-11-20T08:30:00Z', properties: { amount: 12 } },
    ...Array.from({ length: MANY }, (_, i) => ({ event: `many ${i}`, distinct_id: 'ada', timestamp })),
  ])
  const save = (name: string, source: object, more: object = {}) =>
    server.request('POST', `${PROJECT}insights/`, {
      name,
      saved: true,
      query: { kind: 'InsightVizNode', source },
      ...more,
    })
  await save('Sign-ups', TREND)
  await save('To payment', FUNNEL)
  await save('A sketch', TREND, { saved: false })
  key = await server.newKey([
    'event_definition:read',
    'insight:read',
    'organization:read',
    'project:read',
    'property_definition:read',
    'query:read',
    'user:read',
  ])
})

const TREND = {
  kind: 'TrendsQuery',
  series: [{ kind: 'EventsNode', event: 'signed up', name: 'signed up' }],
  interval: 'day',
  dateRange: { date_from: '-1d', date_to: null },
}
const FUNNEL = {
  kind: 'FunnelsQuery',
  series: [
    { kind: 'EventsNode', event: 'signed up' },
    { kind: 'EventsNode', event: 'paid' },
  ],
  dateRange: { date_from: '-1d' },
}

async function get(path: string) {
  const { status, body } = await server.request('GET', path, undefined, key)
  expect([status, body.detail]).toEqual([200, undefined])
  return body
}
const byPath = (next: string) => new URL(next).pathname + new URL(next).search

test('the user of the key', async () => {
  expect(await get('/api/users/@me/')).toMatchObject({
    uuid: expect.any(String),
    email: 'admin@throughline.local',
    first_name: expect.any(String),
    distinct_id: expect.any(String),
  })
})

test('projects', async () => {
  expect(await get('/api/projects/')).toMatchObject({
    count: 1,
    next: null,
    results: [{ id: 1, uuid: expect.any(String), name: 'Default project' }],
  })
})

test('saved insights, and each computed when it is opened', async () => {
  const { count, next, results } = await get(`${PROJECT}insights/?limit=50&saved=true`)
  expect({ count, next }).toEqual({ count: 2, next: null })
  expect(results).toMatchObject([
    { name: 'Sign-ups', query: { source: TREND }, result: null, last_refresh: null },
    { name: 'To payment', query: { source: FUNNEL }, result: null, last_refresh: null },
  ])
  const [trend, funnel] = results
  const now = new Date(server.nowMs).toISOString()
  expect(await get(`${PROJECT}insights/${trend.id}/?refresh=blocking`)).toMatchObject({
    short_id: trend.short_id,
    result: [
      {
        label: 'signed up',
        count: 2,
        data: [1, 1],
        days: ['2026-11-19', '2026-11-20'],
        labels: ['19-Nov-2026', '20-Nov-2026'],
      },
    ],
    last_refresh: now,
  })
  expect(await get(`${PROJECT}insights/${funnel.id}/?refresh=blocking`)).toMatchObject({
    result: [
      { name: 'signed up', order: 0, count: 2 },
      { name: 'paid', order: 1, count: 1, average_conversion_time: 1800 },
    ],
    last_refresh: now,
  })
  const { results: computed } = await get(`${PROJECT}insights/?limit=50&saved=true`)
  expect(computed.map(({ result }: { result: unknown[] }) => result.length)).toEqual([1, 2])
})

test('event definitions, page by page along the path of `next`', async () => {
  const names: string[] = []
  for (let path: string | null = `${PROJECT}event_definitions/?limit=100`; path !== null; ) {
    const { next, results } = await get(path)
    expect(results[0]).toMatchObject({
      id: expect.any(String),
      description: null,
      tags: [],
      last_seen_at: expect.any(String),
      verified: false,
      hidden: false,
    })
    names.push(...results.map(({ name }: { name: string }) => name))
    path = next && byPath(next)
  }
  const expected = ['signed up', 'paid', ...Array.from({ length: MANY }, (_, i) => `many ${i}`)]
  expect(names.sort()).toEqual(expected.sort())
})

test('the properties of one event', async () => {
  const event = encodeURIComponent(JSON.stringify(['signed up']))
  const search = `type=event&event_names=${event}&filter_by_event_names=true&limit=100`
  const { results } = await get(`${PROJECT}property_definitions/?${search}`)
  expect(results).toMatchObject([
    { name: '$browser', property_type: 'String', is_numerical: false, is_seen_on_filtered_events: true },
    { name: 'plan', property_type: 'String' },
    { name: 'seats', property_type: 'Numeric', is_numerical: true },
  ])
})

// Volumes, values of a property, and sparklines.
test.each([
  [
    "SELECT event, count() as cnt FROM events WHERE event IN ('paid') AND timestamp > now() - INTERVAL 7 DAY GROUP BY event",
    ['event', 'cnt'],
  ],
  [
    "SELECT properties.'plan' as val, count() as cnt FROM events WHERE event = 'paid' GROUP BY val ORDER BY cnt DESC LIMIT 20",
    ['val', 'cnt'],
  ],
  [
    "SELECT event, toDate(timestamp) as day, count() as cnt FROM events WHERE event IN ('paid') GROUP BY event, day",
    ['event', 'day', 'cnt'],
  ],
])('SQL: %s', async (query, columns) => {
  const body = { query: { kind: 'HogQLQuery', query } }
  const answer = await server.request('POST', '/api/environments/1/query/', body, key)
  expect(answer).toMatchObject({ status: 200, body: { columns, error: null } })
  expect(answer.body.results.map((row: unknown[]) => row.length)).toEqual([columns.length])
})

test('the link of a recording: there is none', async () => {
  const path = `${PROJECT}session_recordings/0192f0c1-0000-7000-8000-000000000000/sharing`
  expect(await server.request('GET', path, undefined, key)).toMatchObject({
    status: 404,
    body: { attr: null },
  })
})
