import { expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const PROJECT = '/api/projects/1/'

/** Fields that every write changes. */
const MOVING = {
  updated_at: '',
  last_modified_at: '',
  last_calculation: '',
  last_calculated_at: '',
  added: '',
}

/** Clients change a body that they have read, and send all of it back. */
test.each<[string, (create: (path: string, body: object) => Promise<string>) => Promise<string>, string]>([
  [
    'an insight',
    (create) => create(`${PROJECT}insights/`, { name: 'a', filters: { events: [{ id: 'a' }] } }),
    'PUT',
  ],
  ['a cohort', (create) => create(`${PROJECT}cohorts/`, { name: 'a', is_static: true }), 'PATCH'],
  ['a dashboard', (create) => create(`${PROJECT}dashboards/`, { tiles: [{ text: { body: 'a' } }] }), 'PUT'],
  ['an action', (create) => create(`${PROJECT}actions/`, { name: 'a', steps: [{ event: 'a' }] }), 'PUT'],
  ['an annotation', (create) => create(`${PROJECT}annotations/`, { content: 'a' }), 'PATCH'],
  ['a project', (create) => create('/api/projects/', { name: 'a' }), 'PATCH'],
  ['a key', (create) => create('/api/personal_api_keys/', { label: 'a', scopes: ['insight:read'] }), 'PATCH'],
  ['the user', async () => '/api/users/@me/', 'PATCH'],
])('%s accepts its own body', async (_, make, method) => {
  const create = async (path: string, body: object) => {
    const answer = await server.request('POST', path, body)
    expect([answer.status, answer.body.detail]).toEqual([201, undefined])
    return `${path}${answer.body.id}/`
  }
  const at = await make(create)
  const { body } = await server.request('GET', at)
  server.nowMs += 1_000
  const { status, body: after } = await server.request(method, at, body)
  expect([status, after.detail]).toEqual([200, undefined])
  expect({ ...after, ...MOVING }).toEqual({ ...body, ...MOVING })
})

test('the link of an insight and the names of groups accept their own bodies', async () => {
  const { id } = (await server.request('POST', `${PROJECT}insights/`, { name: 'a' })).body
  const sharing = `${PROJECT}insights/${id}/sharing/`
  const { body } = await server.request('PATCH', sharing, { enabled: true })
  expect(await server.request('PATCH', sharing, body)).toMatchObject({ status: 200, body })
  await server.capture([{ event: 'a', distinct_id: 'ada', properties: { $groups: { company: 'acme' } } }])
  const { body: types } = await server.request('GET', `${PROJECT}groups_types/`)
  const renamed = await server.request('PATCH', `${PROJECT}groups_types/update_metadata/`, types)
  expect(renamed).toMatchObject({ status: 200, body: types })
})

test.each<[string, object, string]>([
  ['insights/', { name: 'a', dashboard: 3 }, 'dashboard'],
  ['insights/', { nmae: 'a' }, 'nmae'],
  ['cohorts/', { name: 'a', _create_static_person_ids: ['x'] }, '_create_static_person_ids'],
  ['cohorts/', { name: 'a', deleted: true }, 'deleted'],
  ['dashboards/', { delete_insights: true }, 'delete_insights'],
])('POST %s %j is refused', async (path, fields, attr) => {
  const { status, body } = await server.request('POST', `${PROJECT}${path}`, fields)
  expect([status, body.attr]).toEqual([400, attr])
})

test('what a write would promise is refused with the reason', async () => {
  const { id } = (await server.request('POST', `${PROJECT}insights/`, { name: 'a' })).body
  const wrong = async (method: string, path: string, fields: object) => {
    const { status, body } = await server.request(method, path, fields)
    return [status, body.attr, body.detail]
  }
  const sharing = `${PROJECT}insights/${id}/sharing/`
  expect(await wrong('PATCH', sharing, { password_required: true })).toEqual([
    400,
    'password_required',
    expect.stringContaining('no password'),
  ])
  expect(await wrong('PATCH', sharing, { settings: { noHeader: true } })).toEqual([
    400,
    'settings__noHeader',
    expect.stringContaining('no settings'),
  ])
  expect(await wrong('PATCH', '/api/users/@me/', { email: 'new@example.com' })).toEqual([
    400,
    'email',
    expect.stringContaining('cannot be changed'),
  ])
  expect(
    await wrong('POST', '/api/personal_api_keys/', {
      label: 'a',
      scopes: ['*'],
      scoped_organizations: ['11111111-2222-4333-8444-555555555555'],
    }),
  ).toEqual([400, 'scoped_organizations__0', expect.stringContaining('scoped_teams')])
})
