import { beforeAll, expect, test } from 'vitest'
import { createApiKeyStore } from '../../src/metadata/access/api-key-store.ts'
import { createUserStore } from '../../src/metadata/access/user-store.ts'
import { TOKEN, useApp } from '../fixtures/use-app.ts'

const server = useApp()

/**
 * Three projects whose events differ only in number and first day. No sum of two numbers is one of the
 * numbers.
 */
const projects = [
  { id: 1, token: TOKEN, persons: ['ada'], firstDay: '2026-11-18', events: 1 },
  { id: 0, token: '', persons: ['ada', 'bob'], firstDay: '2026-11-10', events: 10 },
  { id: 0, token: '', persons: ['ada', 'bob', 'cid', 'dan'], firstDay: '2026-10-01', events: 100 },
]
const SHARED_UUID = '11111111-2222-4333-8444-555555555555'
const insightsOf = (projectId: number) => `/api/projects/${projectId}/insights/`

beforeAll(async () => {
  for (const project of projects.slice(1)) Object.assign(project, await server.newProject('Another'))
  for (const { token, persons, firstDay, events } of projects) {
    await server.capture(
      persons.map((distinct_id) => ({ event: 'joined', distinct_id, timestamp: `${firstDay}T08:00:00Z` })),
      token,
    )
    await server.capture(
      Array.from({ length: events }, (_, i) => ({
        event: 'paid',
        distinct_id: persons[i % persons.length],
        timestamp: '2026-11-19T10:00:00Z',
        properties: { plan: 'pro', seats: 5 },
      })),
      token,
    )
    await server.capture([{ event: 'shared', distinct_id: 'ada', uuid: SHARED_UUID }], token)
  }
})

async function counts(ask: (projectId: number) => Promise<unknown>): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const { id } of projects) answers.push(await ask(id))
  return answers
}
async function trend(projectId: number, question: object): Promise<number[]> {
  const { status, body } = await server.request('POST', `${insightsOf(projectId)}trend/`, question)
  expect(status).toBe(200)
  return body.result.map((series: { count: number }) => series.count)
}

const MATCHING_FILTERS = [
  { key: 'plan', value: 'pro', operator: 'exact' },
  { key: 'plan', value: 'free', operator: 'is_not' },
  { key: 'plan', value: 'R', operator: 'icontains' },
  { key: 'plan', value: 'x', operator: 'not_icontains' },
  { key: 'plan', value: '^p', operator: 'regex' },
  { key: 'plan', value: '^x', operator: 'not_regex' },
  { key: 'seats', value: 4, operator: 'gt' },
  { key: 'seats', value: 5, operator: 'gte' },
  { key: 'seats', value: 6, operator: 'lt' },
  { key: 'seats', value: 5, operator: 'lte' },
  { key: 'plan', operator: 'is_set' },
  { key: 'absent', operator: 'is_not_set' },
]

test.each(MATCHING_FILTERS)('a trend filtered by $operator sees its own project only', async (filter) => {
  const onSeries = { events: [{ id: 'paid', properties: [filter] }] }
  const onQuestion = {
    events: [{ id: 'paid' }],
    // An OR at the top must not make the project's condition ineffective.
    properties: { type: 'OR', values: [filter, { key: 'absent', operator: 'is_not_set' }] },
  }
  expect(await counts((id) => trend(id, onSeries))).toEqual([[1], [10], [100]])
  expect(await counts((id) => trend(id, onQuestion))).toEqual([[1], [10], [100]])
})

test('every kind of series sees its own project only', async () => {
  const events = [
    { id: 'paid' },
    { id: 'paid', math: 'dau', order: 1 },
    { id: 'shared', order: 2 },
    { id: null, order: 3 },
  ]
  const question = { events, date_from: '2026-11-01' }
  // All events: paid, the shared one, and joined, which is before the range in the third project.
  expect(await counts((id) => trend(id, question))).toEqual([
    [1, 1, 1, 3],
    [10, 2, 1, 13],
    [100, 4, 1, 101],
  ])
})

test('a range of all begins at the first event of its own project', async () => {
  const firstDays = counts(async (id) => {
    const question = { events: [{ id: 'joined' }], date_from: 'all' }
    const { body } = await server.request('POST', `${insightsOf(id)}trend/`, question)
    return [body.result[0].days[0], body.result[0].count]
  })
  expect(await firstDays).toEqual([
    ['2026-11-18', 1],
    ['2026-11-10', 2],
    ['2026-10-01', 4],
  ])
})

test('a funnel sees its own project only', async () => {
  const question = { events: [{ id: 'joined' }, { id: 'paid', order: 1 }], date_from: '-90d' }
  const steps = counts(async (id) => {
    const { body } = await server.request('POST', `${insightsOf(id)}funnel/`, {
      ...question,
      funnel_window_interval: 90,
    })
    return body.result.map((step: { count: number }) => step.count)
  })
  expect(await steps).toEqual([
    [1, 1],
    [2, 2],
    [4, 4],
  ])
})

test('the test account filters of one project do not touch another', async () => {
  const filters = [{ key: 'plan', value: 'pro', operator: 'is_not' }]
  await server.request('PATCH', `/api/projects/${projects[1]?.id}/`, { test_account_filters: filters })
  const question = { events: [{ id: 'paid' }], filter_test_accounts: true }
  expect(await counts((id) => trend(id, question))).toEqual([[1], [0], [100]])
})

test('the same insight in three projects is computed from the events of each', async () => {
  const refreshed = counts(async (id) => {
    const { body: insight } = await server.request('POST', insightsOf(id), {
      filters: { events: [{ id: 'paid' }] },
    })
    const { body } = await server.request('GET', `${insightsOf(id)}${insight.id}/?refresh=true`)
    return body.results[0].count
  })
  expect(await refreshed).toEqual([1, 10, 100])
})

test('a query node sees its own project only', async () => {
  const query = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'paid' }] }
  const answered = counts(async (id) => {
    const { body } = await server.request('POST', `/api/environments/${id}/query/`, { query })
    return body.results[0].count
  })
  expect(await answered).toEqual([1, 10, 100])
})

test('a uuid counts once in each project, also when it is sent again', async () => {
  for (const { token } of projects)
    await server.capture([{ event: 'shared', distinct_id: 'ada', uuid: SHARED_UUID }], token)
  expect(await counts((id) => trend(id, { events: [{ id: 'shared' }] }))).toEqual([[1], [1], [1]])
})

test('one uuid that arrives in three projects at once is stored in each', async () => {
  const event = { event: 'at once', distinct_id: 'ada', uuid: '99999999-2222-4333-8444-555555555555' }
  await Promise.all(
    projects.flatMap(({ token }) => [server.capture([event], token), server.capture([event], token)]),
  )
  expect(await counts((id) => trend(id, { events: [{ id: 'at once' }] }))).toEqual([[1], [1], [1]])
})

test('an insight of another project has the same response as one that does not exist', async () => {
  const [own, other] = projects.map((project) => insightsOf(project.id))
  const { body: insight } = await server.request('POST', other ?? '', { name: 'secret' })
  for (const id of [insight.id, insight.short_id]) {
    for (const [method, body] of [
      ['GET'],
      ['PATCH', { name: 'mine' }],
      ['PUT', { deleted: true }],
    ] as const) {
      const foreign = await server.request(method, `${own}${id}/`, body)
      const unknown = await server.request(method, `${own}987654/`, body)
      expect([foreign.status, foreign.body]).toEqual([404, unknown.body])
    }
    const refreshed = await server.request('GET', `${own}${id}/?refresh=true`)
    expect(refreshed.status).toBe(404)
    const restored = await server.request('PATCH', `${own}${id}/`, { deleted: false })
    expect(restored.status).toBe(404)
    expect((await server.request('DELETE', `${own}${id}/`)).status).toBe(405)
  }
  const { body: list } = await server.request('GET', `${own}?limit=1000`)
  expect(list.results.map((one: { name: string }) => one.name)).not.toContain('secret')
  const { body: byShortId } = await server.request('GET', `${own}?short_id=${insight.short_id}`)
  expect(byShortId).toMatchObject({ count: 0, results: [] })
  const { body: unchanged } = await server.request('GET', `${other}${insight.id}/`)
  expect(unchanged).toMatchObject({ name: 'secret', deleted: false })
})

test('an action of another project has the same response as one that does not exist', async () => {
  const [own, other] = projects.map(({ id }) => `/api/projects/${id}/actions/`)
  const { body: action } = await server.request('POST', other ?? '', {
    name: 'secret',
    steps: [{ event: 'paid' }],
  })
  for (const [method, body] of [
    ['GET'],
    ['PATCH', { name: 'mine' }],
    ['PUT', { deleted: true }],
    ['PATCH', { deleted: false }],
  ] as const) {
    const foreign = await server.request(method, `${own}${action.id}/`, body)
    const unknown = await server.request(method, `${own}987654/`, body)
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body])
  }
  const { body: list } = await server.request('GET', `${own}?search=secret`)
  expect(list).toMatchObject({ count: 0, results: [] })
  const { body: unchanged } = await server.request('GET', `${other}${action.id}/`)
  expect(unchanged).toMatchObject({ name: 'secret', deleted: false })
})

test('a key limited to one project has no access to others', async () => {
  const [first, second] = projects.map((project) => project.id)
  const key = await server.newKey(['*'], [second ?? 0])
  const { body: listed } = await server.request('GET', '/api/projects/', undefined, key)
  expect(listed.results.map((project: { id: number }) => project.id)).toEqual([second])
  const { body: current } = await server.request('GET', '/api/projects/@current/', undefined, key)
  expect(current.id).toBe(second)
  for (const id of [first, 987_654, '00', `${second}.0`, `0${second}`])
    for (const path of [`/api/projects/${id}/`, `/api/environments/${id}/insights/`]) {
      const { status, body } = await server.request('GET', path, undefined, key)
      expect([path, status, body.detail]).toEqual([path, 404, 'Project not found.'])
    }
  const question = { events: [{ id: 'paid' }] }
  const foreign = await server.request('POST', `${insightsOf(first ?? 0)}trend/`, question, key)
  expect(foreign.status).toBe(404)
})

test('a limited key cannot create a key with access to other projects', async () => {
  const [first, second] = projects.map((project) => project.id)
  const key = await server.newKey(['*'], [second ?? 0])
  const wanted = { label: 'wider', scopes: ['*'] }
  const wider = await server.request(
    'POST',
    '/api/personal_api_keys/',
    { ...wanted, scoped_teams: [first] },
    key,
  )
  expect(wider.status).toBe(400)
  for (const scoped_teams of [undefined, null, [], [second]]) {
    const { body } = await server.request('POST', '/api/personal_api_keys/', { ...wanted, scoped_teams }, key)
    expect(body.scoped_teams).toEqual([second])
  }
})

test("a user has no access to another user's projects and keys", async () => {
  const { metadata } = server.app
  const users = createUserStore(metadata)
  const user = await users.create(
    { email: 'eve@example.com', firstName: 'Eve', passwordHash: null },
    server.nowMs,
  )
  const eve = 'phx_eve_0123456789abcdef'
  const newKey = { userId: user.id, label: 'Eve', scopes: ['*'] as const, projectIds: null }
  await createApiKeyStore(metadata).create(newKey, eve, server.nowMs)
  const [{ id: admins }] = (await server.request('GET', '/api/personal_api_keys/')).body

  const deleted = await server.request('DELETE', `/api/personal_api_keys/${admins}/`, undefined, eve)
  expect(deleted.status).toBe(404)
  const { body: keys } = await server.request('GET', '/api/personal_api_keys/', undefined, eve)
  expect(keys.map((key: { label: string }) => key.label)).toEqual(['Eve'])
  const { body: opened } = await server.request('GET', '/api/projects/', undefined, eve)
  expect(opened.results).toEqual([])
  for (const path of ['/api/projects/1/', '/api/projects/@current/', insightsOf(1)])
    expect((await server.request('GET', path, undefined, eve)).status).toBe(404)
  expect((await server.request('GET', '/api/projects/')).status).toBe(200)
})

test('the values of properties are of their own project only', async () => {
  const of = async (id: number, path: string) =>
    (await server.request('GET', `/api/projects/${id}/${path}`)).body
  const plans = await counts(async (id) => (await of(id, 'events/values/?key=plan')).map(shownValue))
  expect(plans).toEqual([['pro 1'], ['pro 10'], ['pro 100']])
  const other = await server.newProject()
  await server.capture(
    [{ event: '$set', distinct_id: 'ada', properties: { $set: { city: 'Oslo' } } }],
    other.token,
  )
  expect((await of(other.id, 'persons/values/?key=city')).map(shownValue)).toEqual(['Oslo 1'])
  expect(await counts((id) => of(id, 'persons/values/?key=city'))).toEqual([[], [], []])
})
const shownValue = ({ name, count }: { name: string; count: number }) => `${name} ${count}`
