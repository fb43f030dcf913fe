import { beforeEach, expect, test } from 'vitest'
import { readPeople } from '../fixtures/read-people.ts'
import { useApp } from '../fixtures/use-app.ts'
import { eventOf, useInsights } from '../fixtures/use-insights.ts'

const server = useApp()
const insights = useInsights(server)

const EVENTS = [{ id: 'visit', math: 'dau' }]
const NODE = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'visit', math: 'dau' }] }
const NAMES = ['ada', 'bob', 'cid']
const cohorts = () => `/api/projects/${insights.project.id}/cohorts/`

/** Three persons, one of whom has two distinct ids, and one distinct id without a profile. */
beforeEach(() =>
  insights.capture(
    ...[...NAMES, "ada's phone"].map((id) => ({
      ...eventOf('visit', id),
      properties: { $groups: { company: id } },
    })),
    { ...eventOf('$identify', 'ada'), properties: { $anon_distinct_id: "ada's phone" } },
    { ...eventOf('visit', 'ghost'), properties: { $process_person_profile: false } },
    eventOf('other', 'dan'),
  ),
)

async function lastPoint(): Promise<string> {
  const { body } = await server.request('POST', `${insights.path}trend/`, { events: EVENTS })
  expect(body.result[0].data.at(-1)).toBe(4)
  return body.result[0].persons_urls.at(-1).url
}

async function namesIn(id: number): Promise<string[]> {
  const { body } = await server.request('GET', `${cohorts()}${id}/persons/`)
  return body.results.map(({ distinct_ids: [first] }: { distinct_ids: string[] }) => first).sort()
}

test.each<[string, (url: string) => unknown]>([
  ['the address of a point', (url) => url],
  ['the address of a page', (url) => `http://example.com${url}&limit=1&format=csv`],
  ['a query node', () => ({ kind: 'InsightActorsQuery', source: NODE, day: '2026-11-20' })],
])('a static cohort of the people behind %s', async (_, queryOf) => {
  const query = queryOf(await lastPoint())
  const created = await server.request('POST', cohorts(), { name: 'Visitors', is_static: true, query })
  expect([created.status, created.body]).toMatchObject([
    201,
    { is_static: true, count: 3, added: { known: 3, unknown_count: 1, unknown: [] } },
  ])
  expect(await namesIn(created.body.id)).toEqual(NAMES)
  // The new cohort can be used in a filter at once.
  const filtered = await server.request('POST', `${insights.path}trend/`, {
    events: [{ id: 'other', math: 'dau' }, ...EVENTS],
    properties: [{ type: 'cohort', key: 'id', value: created.body.id }],
  })
  expect(filtered.body.result.map(({ count }: { count: number }) => count)).toEqual([0, 3])
})

test('a page after the first one, and a search', async () => {
  const { body } = await server.request('GET', `${await lastPoint()}&limit=1`)
  const ofPage = await server.request('POST', cohorts(), { name: 'All', query: body.next })
  expect(ofPage.body).toMatchObject({ count: 3, is_static: true })
  const ofSearch = await server.request('POST', cohorts(), {
    name: 'Some',
    query: `${await lastPoint()}&search=bob`,
  })
  expect(await namesIn(ofSearch.body.id)).toEqual(['bob'])
})

test('a cohort that exists gets them as well, once each', async () => {
  const { body } = await server.request('POST', cohorts(), { name: 'Grows', csv: 'dan\nada\n' })
  const query = await lastPoint()
  for (let i = 0; i < 2; i++) {
    const changed = await server.request('PATCH', `${cohorts()}${body.id}/`, { query })
    expect([changed.status, changed.body.count, changed.body.added.known]).toEqual([200, 4, 3])
  }
})

test('of each number of a funnel the cohort has its persons', async () => {
  const { body } = await server.request('POST', `${insights.path}funnel/`, {
    events: [{ id: 'visit' }, { id: '$identify', order: 1 }],
  })
  const urls = body.result.flatMap((step: Record<string, string | null>) =>
    [step.converted_people_url, step.dropped_people_url].filter((url) => url !== null),
  )
  expect(urls).toHaveLength(3)
  for (const url of urls) {
    const { count, people } = await readPeople(server, url)
    const unlisted = people.filter(({ has_profile }) => !has_profile).length
    const created = await server.request('POST', cohorts(), { name: url.slice(-20), query: url })
    expect([created.body.count, created.body.added.unknown_count]).toEqual([count - unlisted, unlisted])
  }
})

test('more persons than are written at once', async () => {
  const ids = Array.from({ length: 2_500 }, (_, i) => `many ${i}`)
  await insights.capture(...ids.map((id) => eventOf('many', id)))
  const query = { source: { ...NODE, series: [{ kind: 'EventsNode', event: 'many' }] } }
  const { body } = await server.request('POST', cohorts(), { name: 'Many', query })
  expect([body.count, body.added.known]).toEqual([2_500, 2_500])
})

test.each<[string, object, string]>([
  [
    'a number of groups',
    {
      query: {
        source: { kind: 'LifecycleQuery', series: NODE.series, aggregation_group_type_index: 0 },
        lifecycle_type: 'new',
        target_date: '2026-11-20',
      },
    },
    'query',
  ],
  ['a day that the answer does not have', { query: { source: NODE, day: '2027-01-01' } }, 'query__day'],
  ['a series that the question does not have', { query: { source: NODE, series: 7 } }, 'query__series'],
  ['a node of no question', { query: { source: { kind: 'Nothing' } } }, 'query__source__kind'],
  ['an unknown key', { query: { source: NODE, dayy: '2026-11-20' } }, 'query__dayy'],
  ['no source', { query: { day: '2026-11-20' } }, 'query'],
  ['another address', { query: '/api/projects/1/persons/' }, 'query'],
  ['an address without a question', { query: 'PLACE/persons/trends/' }, 'query__events'],
  ['a number', { query: 7 }, 'query'],
  ['people in two forms', { query: 'x', csv: 'ada' }, 'query'],
  ['a cohort with a definition', { query: 'x', is_static: false }, 'query'],
])('refused: %s', async (_, body, attr) => {
  const place = `/api/projects/${insights.project.id}`
  const sent = JSON.stringify({ name: 'No', ...body }).replace('PLACE', place)
  const answer = await server.request('POST', cohorts(), sent)
  expect([answer.status, answer.body.attr, answer.body.detail]).toEqual([400, attr, expect.any(String)])
  expect((await server.request('GET', cohorts())).body.count).toBe(0)
})

test('the people of another project, and a key without insight:read, are refused', async () => {
  const query = await lastPoint()
  const other = await server.newProject()
  const path = `/api/projects/${other.id}/cohorts/`
  expect(await server.request('POST', path, { name: 'Theirs', query })).toMatchObject({
    status: 400,
    body: { attr: 'query' },
  })
  const key = await server.newKey(['cohort:write'])
  expect((await server.request('POST', cohorts(), { name: 'No', query }, key)).status).toBe(403)
})
