import { beforeAll, describe, expect, test } from 'vitest'
import { createApiKeyStore } from '../../src/metadata/access/api-key-store.ts'
import { createUserStore } from '../../src/metadata/access/user-store.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const MEMBERS = '/api/projects/1/members/'
const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

async function keyOf(userId: number, secret: string): Promise<string> {
  const key = { userId, label: 'own', scopes: ['*'] as const, projectIds: null }
  await createApiKeyStore(server.app.metadata).create(key, secret, server.nowMs)
  return secret
}
/** Adds an account that the operator has set up. */
async function add(email: string, role: string, firstName = '', path = MEMBERS) {
  const user = { email: email.toLowerCase(), firstName, passwordHash: null, setUpBy: 'operator' } as const
  await createUserStore(server.app.metadata).create(user, server.nowMs)
  return server.request('POST', path, { email, role })
}

describe('members', () => {
  const user = (id: number, email: string, first_name: string) => ({
    id,
    uuid: expect.stringMatching(UUID),
    distinct_id: expect.any(String),
    first_name,
    last_name: '',
    email,
    is_email_verified: false,
    hedgehog_config: {},
  })
  const admin = { user: user(1, 'admin@throughline.local', 'Admin'), role: 'admin' }

  test('are the admin of the first start, and added users', async () => {
    const list = await server.request('GET', MEMBERS)
    expect(list).toMatchObject({ status: 200 })
    expect(list.body).toEqual({ count: 1, next: null, previous: null, results: [admin] })
    const made = await add('Bob@example.com', 'viewer', 'Bob')
    const bob = { user: user(2, 'bob@example.com', 'Bob'), role: 'viewer' }
    expect([made.status, made.body]).toEqual([201, bob])
    const { body: second } = await server.request('GET', `${MEMBERS}?limit=1&offset=1`)
    expect(second).toMatchObject({ count: 2, next: null, results: [bob] })
  })

  test('have a new role from the next request on', async () => {
    const bob = await keyOf(2, 'phx_bob_0123456789abcdef')
    const may = async () => {
      const insight = await server.request('POST', '/api/projects/1/insights/', { name: 'a' }, bob)
      const project = await server.request('PATCH', '/api/projects/1/', {}, bob)
      const another = await server.request('POST', '/api/projects/', { name: 'b' }, bob)
      return [insight.status, project.status, another.status]
    }
    expect(await may()).toEqual([403, 403, 403])
    for (const [role, allowed] of [
      ['member', [201, 403, 403]],
      ['admin', [201, 200, 201]],
      ['viewer', [403, 403, 201]],
    ] as const) {
      const changed = await server.request('PATCH', `${MEMBERS}2/`, { role })
      expect([changed.status, changed.body]).toMatchObject([200, { user: { id: 2 }, role }])
      expect([role, await may()]).toEqual([role, allowed])
    }
    const refused = await server.request('POST', '/api/projects/1/insights/', {}, bob)
    expect(refused.body).toEqual({
      type: 'authentication_error',
      code: 'permission_denied',
      detail: 'This needs the role member in the project; your role is viewer.',
      attr: null,
    })
    expect((await server.request('DELETE', `${MEMBERS}2/`)).status).toBe(204)
    expect((await server.request('GET', '/api/projects/1/', undefined, bob)).status).toBe(404)
    expect((await server.request('GET', MEMBERS)).body.count).toBe(1)
  })

  test('always have an admin', async () => {
    const { id } = await server.newProject()
    const path = `/api/projects/${id}/members/`
    const refused = (attr: string | null) => ({ status: 400, body: { code: 'last_admin', attr } })
    const demote = (userId: number) => server.request('PATCH', `${path}${userId}/`, { role: 'member' })
    expect(await demote(1)).toMatchObject(refused('role'))
    expect(await server.request('DELETE', `${path}1/`)).toMatchObject(refused(null))
    expect((await server.request('GET', path)).body.results).toEqual([admin])
    const { body: second } = await add('two@example.com', 'admin', 'Two', path)
    const both = await Promise.all([demote(second.user.id), demote(1)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    const { body } = await server.request('GET', path)
    expect(body.results.map(({ role }: { role: string }) => role).sort()).toEqual(['admin', 'member'])
  })
})

describe('of members is refused', () => {
  let path = ''
  beforeAll(async () => {
    path = `/api/projects/${(await server.newProject()).id}/members/`
  })

  test.each([
    ['email', 'required', { role: 'viewer' }],
    ['email', 'invalid_input', { email: 'nobody', role: 'viewer' }],
    ['role', 'required', { email: 'a@example.com' }],
    ['role', 'invalid_choice', { email: 'a@example.com', role: 'owner' }],
    ['password', 'not_supported', { email: 'a@example.com', role: 'viewer', password: 'long enough' }],
    ['email', 'invitation_required', { email: 'a@example.com', role: 'viewer' }],
    ['email', 'unique', { email: 'ADMIN@throughline.local', role: 'viewer' }],
  ])('%s, %s', async (attr, code, body) => {
    expect(await server.request('POST', path, body)).toMatchObject({ status: 400, body: { attr, code } })
  })

  test('a change or removal of a user that is no member', async () => {
    for (const id of ['2', '987654', 'x', '@me', '1e0']) {
      expect((await server.request('PATCH', `${path}${id}/`, { role: 'viewer' })).status).toBe(404)
      expect((await server.request('DELETE', `${path}${id}/`)).status).toBe(404)
    }
  })
})

describe('the organization', () => {
  const ORGANIZATIONS = '/api/organizations/'

  test('is one, under its id and as @current', async () => {
    const { body: page } = await server.request('GET', ORGANIZATIONS)
    const [organization] = page.results
    expect(page).toEqual({ count: 1, next: null, previous: null, results: [organization] })
    expect(organization).toMatchObject({
      id: expect.stringMatching(UUID),
      name: 'Throughline',
      slug: 'throughline',
      created_at: expect.stringMatching(/Z$/),
    })
    for (const id of [organization.id, '@current'])
      expect((await server.request('GET', `${ORGANIZATIONS}${id}/`)).body).toEqual(organization)
    for (const id of ['987654', organization.id.toUpperCase(), organization.id.slice(1)])
      for (const below of ['', 'projects/', 'projects/1/'])
        expect(await server.request('GET', `${ORGANIZATIONS}${id}/${below}`)).toMatchObject({
          status: 404,
          body: { detail: 'Organization not found.' },
        })
    expect((await server.request('GET', `${ORGANIZATIONS}?offset=1`)).body).toMatchObject({
      count: 1,
      results: [],
    })
  })

  test('has the projects that the key can access', async () => {
    const { body: all } = await server.request('GET', `${ORGANIZATIONS}@current/projects/`)
    expect(all).toEqual((await server.request('GET', '/api/projects/')).body)
    const project = await server.newProject()
    const limited = await server.newKey(['*'], [project.id])
    const read = (path: string) =>
      server.request('GET', `${ORGANIZATIONS}@current/${path}`, undefined, limited)
    expect((await read('projects/?limit=1')).body).toMatchObject({ count: 1, results: [{ id: project.id }] })
    expect((await read(`projects/${project.id}/`)).body).toEqual(
      (await server.request('GET', `/api/projects/${project.id}/`)).body,
    )
    expect((await read('projects/1/')).body.detail).toBe('Project not found.')
  })
})

describe('the own user', () => {
  test('is @me, with the fields that clients read', async () => {
    const { status, body: me } = await server.request('GET', '/api/users/@me/')
    expect(status).toBe(200)
    const { body: organization } = await server.request('GET', '/api/organizations/@current/')
    const { body: project } = await server.request('GET', '/api/projects/1/')
    const { id, name, slug, created_at } = organization
    expect(me).toEqual({
      id: 1,
      uuid: expect.stringMatching(UUID),
      distinct_id: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      first_name: 'Admin',
      last_name: '',
      email: 'admin@throughline.local',
      is_email_verified: false,
      hedgehog_config: {},
      date_joined: '2026-11-20T12:00:00.000Z',
      has_password: false,
      organizations: [{ id, name, slug, created_at }],
      organization,
      team: {
        id: 1,
        uuid: project.uuid,
        organization: organization.id,
        name: project.name,
        timezone: 'UTC',
      },
    })
    expect((await server.request('GET', `/api/users/${me.uuid}/`)).body).toEqual(me)
  })

  test('is the only one that is found, and may have no project', async () => {
    const { body: bob } = await add('lonely@example.com', 'viewer')
    const key = await keyOf(bob.user.id, 'phx_lonely_0123456789abcdef')
    const { body: admin } = await server.request('GET', '/api/users/@me/')
    for (const id of [admin.uuid, '1', String(bob.user.id), '@current', 'x'])
      expect((await server.request('GET', `/api/users/${id}/`, undefined, key)).status).toBe(404)
    expect(
      (await server.request('PATCH', `/api/users/${admin.uuid}/`, { first_name: 'x' }, key)).status,
    ).toBe(404)
    await server.request('DELETE', `${MEMBERS}${bob.user.id}/`)
    const { body } = await server.request('GET', '/api/users/@me/', undefined, key)
    expect(body).toMatchObject({ email: 'lonely@example.com', team: null })
  })

  test('changes its names, and cannot set a first password', async () => {
    const names = { first_name: 'Ada', last_name: 'Lovelace' }
    const { status, body } = await server.request('PATCH', '/api/users/@me/', { ...names, id: 7 })
    expect([status, body]).toMatchObject([200, { ...names, id: 1, email: 'admin@throughline.local' }])
    const first = { password: 'long enough', current_password: '' }
    expect(await server.request('PATCH', '/api/users/@me/', first)).toMatchObject({
      status: 400,
      body: { code: 'incorrect_password', attr: 'current_password' },
    })
  })
})
