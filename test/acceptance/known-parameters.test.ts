import { describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const LISTS = [
  'dashboards/?',
  'persons/?',
  'events/?',
  'ingestion/?',
  'groups/?group_type_index=0&',
  'groups/find/?group_type_index=0&group_key=a&',
  'groups/property_values/?group_type_index=0&key=a&',
  'event_definitions/?',
  'property_definitions/?',
]
const get = (path: string) => server.request('GET', `/api/projects/1/${path}`)

describe.each(LISTS)('%s', (list) => {
  test('refuses an unknown parameter, which may be a condition', async () => {
    for (const name of ['emial', 'cohort_id', 'Limit', 'limit[]', 'constructor'])
      expect(await get(`${list}${encodeURIComponent(name)}=x`)).toMatchObject({
        status: 400,
        body: {
          code: 'invalid_input',
          attr: name,
          detail: expect.stringMatching(/^This call has no parameter /),
        },
      })
  })

  test('accepts the parameters that clients send with every request', async () => {
    const { body } = await get(`${list}format=json&refresh=force_cache&personal_api_key=x`)
    // A missing group is another error.
    expect(body.attr ?? null).toBeNull()
  })
})

test.each([
  ['order=["-timestamp"]', 200],
  ['orderBy=["-timestamp"]', 200],
  ['order=-timestamp', 200],
  ['orderBy=', 200],
  ['order=["timestamp"]', 400],
  ['orderBy=["-event"]', 400],
])('events by %s: %i', async (parameter, status) => {
  const answer = await get(`events/?${parameter}`)
  expect([answer.status, answer.body.attr]).toEqual([
    status,
    status === 200 ? undefined : parameter.split('=')[0],
  ])
})

test.each(['/api/projects/', '/api/projects/1/', '/api/users/@me/', '/api/organizations/@current/members/'])(
  '%s refuses an unknown parameter as well',
  async (path) => {
    expect(await server.request('GET', `${path}?serach=x`)).toMatchObject({
      status: 400,
      body: { attr: 'serach' },
    })
    expect((await server.request('GET', `${path}?format=json`)).status).toBe(200)
  },
)

test('a misspelt parameter deletes no person', async () => {
  await server.capture([{ event: 'a', distinct_id: 'ada', properties: { $set: { a: 1 } } }])
  const { body } = await get('persons/')
  const path = `/api/projects/1/persons/${body.results[0].id}/?delete_event=true`
  expect(await server.request('DELETE', path)).toMatchObject({ status: 400, body: { attr: 'delete_event' } })
  expect((await get('persons/')).body.count).toBe(1)
})

test('projects come in pages', async () => {
  for (const name of ['b', 'c', 'd', 'e']) await server.newProject(name)
  const first = await server.request('GET', '/api/projects/?limit=2')
  expect(first.body).toMatchObject({ count: 5, previous: null, results: [{ id: 1 }, { name: 'b' }] })
  const names = []
  for (let path: string | null = '/api/projects/?limit=2&offset=1'; path !== null; ) {
    const { body } = await server.request('GET', path)
    names.push(...body.results.map((project: { name: string }) => project.name))
    path = body.next && new URL(body.next).pathname + new URL(body.next).search
  }
  expect(names).toEqual(['b', 'c', 'd', 'e'])
  expect((await server.request('GET', '/api/projects/?limit=x')).body.attr).toBe('limit')
})

test("a person's events are shown to keys that may read events", async () => {
  const { body } = await get('persons/')
  const path = `/api/projects/1/persons/${body.results[0].id}/`
  const eventsFor = async (scopes: string[]) =>
    (await server.request('GET', path, undefined, await server.newKey(scopes))).body.events
  expect(await eventsFor(['person:read'])).toBeNull()
  expect(await eventsFor(['person:read', 'query:read'])).toHaveLength(1)
  expect(await eventsFor(['*'])).toHaveLength(1)
})
