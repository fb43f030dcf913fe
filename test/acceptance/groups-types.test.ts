import { beforeAll, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
/** Two projects that have the same types in different orders. */
const ours = { id: 0, token: '' }
const theirs = { id: 0, token: '' }

const mention = ($groups: object) => ({ event: 'seen', distinct_id: 'ada', properties: { $groups } })
const typesIn = (projectId: number) => server.request('GET', `/api/projects/${projectId}/groups_types/`)

beforeAll(async () => {
  Object.assign(ours, await server.newProject('Ours'))
  Object.assign(theirs, await server.newProject('Theirs'))
  await server.capture([mention({ organization: 'acme', team: 7 })], ours.token)
  await server.capture([mention({ team: 1, organization: 'acme' })], theirs.token)
})

const types = (...names: [singular: string | null, plural: string | null][]) =>
  ['organization', 'team'].map((group_type, group_type_index) => ({
    group_type,
    group_type_index,
    name_singular: names[group_type_index]?.[0] ?? null,
    name_plural: names[group_type_index]?.[1] ?? null,
  }))

test('by index, at the three addresses that clients use', async () => {
  for (const prefix of ['', 'projects/', 'environments/'])
    expect(await server.request('GET', `/api/${prefix}${ours.id}/groups_types/`)).toMatchObject({
      status: 200,
      body: types(),
    })
  expect((await server.request('GET', '/api/@current/groups_types')).status).toBe(200)
  for (const foreign of ['987654', 'nobody'])
    expect(await server.request('GET', `/api/${foreign}/groups_types/`)).toMatchObject({
      status: 404,
      body: { detail: 'Project not found.' },
    })
  expect((await typesIn(theirs.id)).body).toMatchObject([
    { group_type: 'team', group_type_index: 0 },
    { group_type: 'organization', group_type_index: 1 },
  ])
})

test('take names, also in bodies as they were received', async () => {
  const patch = (body: unknown) =>
    server.request('PATCH', `/api/projects/${ours.id}/groups_types/update_metadata`, body)
  const [first] = types()
  expect(
    await patch([{ ...first, name_singular: 'Organisation', name_plural: 'Organisations' }]),
  ).toMatchObject({
    status: 200,
    body: types(['Organisation', 'Organisations']),
  })
  expect((await patch([{ group_type_index: 0, name_singular: null }, { group_type_index: 1 }])).body).toEqual(
    types([null, 'Organisations']),
  )
  for (const [body, attr] of [
    [
      [
        { group_type_index: 1, name_plural: 'Teams' },
        { group_type_index: 2, name_plural: 'X' },
      ],
      '1__group_type_index',
    ],
    [[{ name_plural: 'X' }], '0__group_type_index'],
    [[{ group_type_index: '0' }], '0__group_type_index'],
    [[{ group_type_index: 0, name_plural: 'x'.repeat(401) }], '0__name_plural'],
    [[{ group_type_index: 0, name_singular: 5 }], '0__name_singular'],
    [{ group_type_index: 0 }, null],
  ] as const)
    expect(await patch(body)).toMatchObject({ status: 400, body: { attr } })
  // Refused requests changed no type, and neither did the requests in the other project.
  expect((await typesIn(ours.id)).body).toEqual(types([null, 'Organisations']))
  expect((await typesIn(theirs.id)).body[0]).toMatchObject({ name_plural: null })
})

test('a sixth gets no index, and its events are stored', async () => {
  const { id, token } = await server.newProject()
  const $groups = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((type) => [type, 'key']))
  await server.capture([{ event: 'seen', distinct_id: 'ada', properties: { $groups } }], token)
  await server.capture([mention({ g: 'key' })], token)
  const { body } = await typesIn(id)
  expect(body.map((type: { group_type: string }) => type.group_type)).toEqual(['a', 'b', 'c', 'd', 'e'])
  const trend = await server.request('POST', `/api/projects/${id}/insights/trend/`, {
    events: [{ id: 'seen' }],
  })
  expect(trend.body.result[0].count).toBe(2)
})
