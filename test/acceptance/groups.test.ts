import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
/** Two projects that have the same types in different orders. */
const ours = { id: 0, token: '' }
const theirs = { id: 0, token: '' }

const identify = (type: string, key: string, set: unknown, timestamp: string) => ({
  event: '$groupidentify',
  distinct_id: `$${type}_${key}`,
  timestamp,
  properties: { $group_type: type, $group_key: key, $group_set: set },
})
const get = (path: string, key?: string | null, project = ours.id) =>
  server.request('GET', `/api/projects/${project}/${path}`, undefined, key)

beforeAll(async () => {
  Object.assign(ours, await server.newProject('Ours'))
  Object.assign(theirs, await server.newProject('Theirs'))
  await server.capture(
    [
      {
        event: 'seen',
        distinct_id: 'ada',
        timestamp: '2026-11-01T10:00:00Z',
        properties: { $groups: { organization: 'acme', team: 7 } },
      },
      identify(
        'organization',
        'acme',
        { name: 'Acme', seats: 12, tags: ['a', 'b'], on: true },
        '2026-11-02T10:00:00Z',
      ),
      identify(
        'organization',
        'Umbrella',
        { name: 'Umbrella', seats: 12, gone: null },
        '2026-11-03T10:00:00Z',
      ),
      identify('organization', 'acme', { seats: 13 }, '2026-11-04T10:00:00Z'),
    ],
    ours.token,
  )
  await server.capture(
    [
      identify('team', 'acme', { secret: 'theirs', name: 'Not ours' }, '2026-11-02T10:00:00Z'),
      identify('organization', 'hidden', { secret: 'theirs' }, '2026-11-02T10:00:00Z'),
    ],
    theirs.token,
  )
})

const ACME = {
  group_type_index: 0,
  group_key: 'acme',
  group_properties: { name: 'Acme', seats: 13, tags: ['a', 'b'], on: true },
  created_at: '2026-11-01T10:00:00.000Z',
}
const UMBRELLA = {
  group_type_index: 0,
  group_key: 'Umbrella',
  group_properties: { name: 'Umbrella', seats: 12, gone: null },
  created_at: '2026-11-03T10:00:00.000Z',
}
const TEAM = {
  group_type_index: 1,
  group_key: '7',
  group_properties: {},
  created_at: '2026-11-01T10:00:00.000Z',
}

test('call 23: groups of a type, newest first', async () => {
  const { status, body } = await get('groups/?group_type_index=0')
  expect(status).toBe(200)
  expect(body).toEqual({ next: null, previous: null, results: [UMBRELLA, ACME] })
})

test.each(['', '&search=e'])('call 23: pages of one row, forwards and backwards%s', async (search) => {
  const all = (await get(`groups/?group_type_index=0${search}`)).body.results
  expect(all.length).toBeGreaterThan(1)
  const walked: unknown[] = []
  let { body } = await get(`groups/?group_type_index=0&limit=1${search}`)
  for (; body.next !== null; body = (await server.request('GET', body.next)).body)
    walked.push(...body.results)
  walked.push(...body.results)
  expect(walked).toEqual(all)
  expect((await server.request('GET', body.previous)).body.results).toEqual(all.slice(-2, -1))
})

test('a group is listed from its first mention on, without properties', async () => {
  expect((await get('groups/?group_type_index=1')).body.results).toEqual([TEAM])
})

test('a type without groups is an empty list', async () => {
  const empty = { next: null, previous: null, results: [] }
  expect((await get('groups/?group_type_index=4')).body).toEqual(empty)
  expect((await get('groups/?group_type_index=4&search=acme')).body).toEqual(empty)
})

test('call 24: one group by its exact key', async () => {
  expect(await get('groups/find/?group_type_index=0&group_key=acme')).toMatchObject({
    status: 200,
    body: ACME,
  })
  expect((await get('groups/find/?group_type_index=1&group_key=7')).body).toEqual(TEAM)
  for (const [index, key] of [
    [0, 'ACME'],
    [1, 'acme'],
    [0, 'hidden'],
    [4, 'acme'],
    [0, 'acm%'],
    [0, '%00'],
  ])
    expect(await get(`groups/find/?group_type_index=${index}&group_key=${key}`)).toMatchObject({
      status: 404,
      body: { type: 'invalid_request', code: 'not_found', detail: 'Not found.' },
    })
})

test('call 25: property definitions of every type, by count and name, in a Group and next to it', async () => {
  const { status, body } = await get('groups/property_definitions/')
  const organization = [
    { name: 'name', count: 2 },
    { name: 'seats', count: 2 },
    { name: 'gone', count: 1 },
    { name: 'on', count: 1 },
    { name: 'tags', count: 1 },
  ]
  expect(status).toBe(200)
  expect(body).toEqual({
    0: organization,
    group_type_index: 0,
    group_key: '',
    group_properties: { 0: organization },
    created_at: '2026-11-20T12:00:00.000Z',
  })
})

test('a project without groups has no definitions', async () => {
  const { id } = await server.newProject()
  expect((await get('groups/property_definitions/', undefined, id)).body).toEqual({
    group_type_index: 0,
    group_key: '',
    group_properties: {},
    created_at: '2026-11-20T12:00:00.000Z',
  })
  expect((await get('groups_types/', undefined, id)).body).toEqual([])
})

test.each([
  ['name', '', ['Acme', 'Umbrella']],
  ['seats', '', ['12', '13']],
  ['tags', '', ['["a","b"]']],
  ['on', '', ['true']],
  ['gone', '', []],
  ['never', '', []],
  ['secret', '', []],
  ['name', 'CM', ['Acme']],
  ['name', '%25', []],
  ['seats', '3', ['13']],
])('call 26: values of %s that contain "%s"', async (key, value, names) => {
  const { status, body } = await get(`groups/property_values/?group_type_index=0&key=${key}&value=${value}`)
  expect(status).toBe(200)
  expect(body).toEqual({
    group_type_index: 0,
    group_key: '',
    group_properties: { [key]: names },
    created_at: '2026-11-20T12:00:00.000Z',
    results: names.map((name) => ({ name, count: 1 })),
    refreshing: false,
    next: null,
  })
})

test('call 26: the most frequent 20 values, most frequent first', async () => {
  const { id, token } = await server.newProject()
  const groups = Array.from({ length: 60 }, (_, i) =>
    identify('site', `${i}`, { plan: i < 30 ? `plan ${i % 10}` : `rare ${100 + i}` }, '2026-11-02T10:00:00Z'),
  )
  await server.capture(groups, token)
  const { body } = await get('groups/property_values/?group_type_index=0&key=plan', undefined, id)
  expect(body.results).toEqual([
    ...Array.from({ length: 10 }, (_, i) => ({ name: `plan ${i}`, count: 3 })),
    ...Array.from({ length: 10 }, (_, i) => ({ name: `rare ${130 + i}`, count: 1 })),
  ])
  expect(new URL(body.next).search).toBe('?group_type_index=0&key=plan&limit=20&offset=20')
})

describe('keys', () => {
  const calls = [
    'groups/?group_type_index=0',
    'groups/find/?group_type_index=0&group_key=acme',
    'groups/property_definitions/',
    'groups/property_values/?group_type_index=0&key=name',
    'groups_types/',
  ]
  test.each(calls)('GET %s needs group:read', async (call) => {
    expect((await get(call, null)).status).toBe(401)
    expect((await get(call, await server.newKey(['insight:read']))).body).toMatchObject({
      code: 'permission_denied',
      detail: "API key missing required scope 'group:read'",
    })
    expect((await get(call, await server.newKey(['group:read']))).status).toBe(200)
    expect((await get(call, await server.newKey(['group:read'], [theirs.id]))).status).toBe(404)
    const environment = await server.request('GET', `/api/environments/${ours.id}/${call}`)
    expect(environment).toMatchObject({ status: 200, body: (await get(call)).body })
  })

  test('names of types need group:write', async () => {
    const key = await server.newKey(['group:read'])
    const path = `/api/projects/${ours.id}/groups_types/update_metadata/`
    expect((await server.request('PATCH', path, [], key)).status).toBe(403)
  })
})

test('another project sees its own groups only', async () => {
  const text = async (path: string) => JSON.stringify((await get(path, undefined, theirs.id)).body)
  expect((await get('groups/?group_type_index=0', undefined, theirs.id)).body.results).toHaveLength(1)
  for (const path of [
    'groups/?group_type_index=0',
    'groups/?group_type_index=1',
    'groups/?group_type_index=0&search=acme',
    'groups/?group_type_index=0&group_key=m',
    'groups/find/?group_type_index=0&group_key=acme',
    'groups/property_definitions/',
    'groups/property_values/?group_type_index=0&key=name',
  ]) {
    expect(await text(path)).not.toMatch(/Umbrella|seats|Acme/)
    expect(JSON.stringify((await get(path)).body)).not.toMatch(/secret|hidden|Not ours/)
  }
})

// docs/semantics/groups.md
test('the worked example', async () => {
  const { id, token } = await server.newProject()
  const paid = (timestamp: string, $groups: object) => ({
    event: 'paid',
    distinct_id: 'ada',
    timestamp,
    properties: { $groups },
  })
  for (const event of [
    paid('2026-11-20T10:02:00Z', { team: 'red', company: 'initech' }),
    paid('2026-11-20T10:00:00Z', { company: 'acme' }),
    identify('company', 'acme', { seats: 9 }, '2026-11-20T10:03:00Z'),
    identify('company', 'acme', { seats: 5, plan: 'free' }, '2026-11-20T10:01:00Z'),
  ])
    await server.capture([event], token)
  expect((await get('groups_types/', undefined, id)).body).toMatchObject([
    { group_type: 'team', group_type_index: 0 },
    { group_type: 'company', group_type_index: 1 },
  ])
  expect((await get('groups/?group_type_index=1', undefined, id)).body.results).toMatchObject([
    { group_key: 'initech', group_properties: {}, created_at: '2026-11-20T10:02:00.000Z' },
    {
      group_key: 'acme',
      group_properties: { seats: 9, plan: 'free' },
      created_at: '2026-11-20T10:00:00.000Z',
    },
  ])
})
