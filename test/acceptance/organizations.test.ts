import { beforeAll, describe, expect, test } from 'vitest'
import { secondUser } from '../fixtures/second-user.ts'
import { TOKEN, useApp } from '../fixtures/use-app.ts'

const server = useApp()
const CURRENT = '/api/organizations/@current/'
let bob: Awaited<ReturnType<typeof secondUser>>
let second = { id: 0, token: '' }

beforeAll(async () => {
  bob = await secondUser(server)
  second = await server.newProject('Größe & Co.')
})

describe('the organization', () => {
  test('has the projects of the caller, under both names that clients read', async () => {
    const { status, body } = await server.request('GET', CURRENT)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Throughline',
      slug: 'throughline',
      created_at: expect.stringMatching(/Z$/),
      membership_level: 8,
      teams: [
        {
          id: 1,
          uuid: expect.any(String),
          organization: body.id,
          name: 'Default project',
          api_token: TOKEN,
          timezone: 'UTC',
          is_demo: false,
        },
        expect.objectContaining({ id: second.id, name: 'Größe & Co.', api_token: second.token }),
      ],
      projects: [
        { id: 1, organization_id: body.id, name: 'Default project' },
        { id: second.id, organization_id: body.id, name: 'Größe & Co.' },
      ],
    })
    expect((await server.request('GET', `/api/organizations/${body.id}`)).body).toEqual(body)
    expect((await server.request('GET', '/api/organizations/')).body.results).toEqual([body])
    const { body: user } = await server.request('GET', '/api/users/@me/')
    expect(user.organization).toEqual(body)
    const { id, name, slug, created_at } = body
    expect(user.organizations).toEqual([{ id, name, slug, created_at }])
  })

  test('has no project that the caller cannot access', async () => {
    const { body } = await server.request('GET', CURRENT, undefined, bob.key)
    expect([body.membership_level, body.teams.length, body.projects.length]).toEqual([1, 1, 1])
    const limited = await server.newKey(['*'], [second.id])
    const { body: ofKey } = await server.request('GET', CURRENT, undefined, limited)
    expect(ofKey.projects.map((project: { id: number }) => project.id)).toEqual([second.id])
    const narrow = await server.newKey(['organization:read', 'user:read'])
    for (const [path, at] of [
      [CURRENT, []],
      ['/api/users/@me/', ['organization']],
    ] as const) {
      const answer = await server.request('GET', path, undefined, narrow)
      const organization = at.length === 0 ? answer.body : answer.body.organization
      expect(organization).toMatchObject({ teams: [], projects: [], membership_level: 8 })
    }
  })
})

describe('its projects', () => {
  test('are created and changed as under /api/projects/', async () => {
    const fields = { name: 'Made here', timezone: 'Europe/Berlin', heatmaps_opt_in: true }
    const { status, body } = await server.request('POST', `${CURRENT}projects/`, fields)
    expect([status, body]).toEqual([201, expect.objectContaining(fields)])
    expect((await server.request('GET', `/api/projects/${body.id}/`)).body).toEqual(body)
    const at = `${CURRENT}projects/${body.id}/`
    const changed = await server.request('PATCH', at, { name: 'Changed', app_urls: ['https://a.example'] })
    expect(changed).toMatchObject({
      status: 200,
      body: { ...body, name: 'Changed', app_urls: ['https://a.example'] },
    })
    expect((await server.request('GET', at)).body).toEqual(changed.body)
    expect(await server.request('PATCH', at, { nmae: 'x' })).toMatchObject({
      status: 400,
      body: { attr: 'nmae', detail: expect.stringContaining('"name"') },
    })
  })

  test('are made and changed by admins only, and found by their members only', async () => {
    const made = await server.request('POST', `${CURRENT}projects/`, { name: 'x' }, bob.key)
    expect([made.status, made.body.code]).toEqual([403, 'permission_denied'])
    const own = await server.request('PATCH', `${CURRENT}projects/1/`, { name: 'x' }, bob.key)
    expect([own.status, own.body.code]).toEqual([403, 'permission_denied'])
    const foreign = await server.request('PATCH', `${CURRENT}projects/${second.id}/`, { name: 'x' }, bob.key)
    expect(foreign.status).toBe(404)
    const limited = await server.newKey(['project:write'], [1])
    expect((await server.request('POST', `${CURRENT}projects/`, { name: 'x' }, limited)).status).toBe(403)
    const unknown = `/api/organizations/11111111-2222-4333-8444-555555555555/projects/`
    expect((await server.request('POST', unknown, { name: 'x' })).status).toBe(404)
  })
})

describe('its members', () => {
  const members = async (query = '', key?: string) => {
    const { status, body } = await server.request('GET', `${CURRENT}members/${query}`, undefined, key)
    expect([status, body.detail]).toEqual([200, undefined])
    return { ...body, ids: body.results.map((one: { user: { id: number } }) => one.user.id) }
  }

  test('are those of the projects of the caller, each once', async () => {
    const { count, results } = await members()
    expect(count).toBe(2)
    expect(results).toEqual([
      {
        id: results[0].user.uuid,
        user: expect.objectContaining({ id: 1 }),
        level: 8,
        joined_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
      },
      expect.objectContaining({ user: expect.objectContaining({ id: bob.id, email: bob.email }), level: 1 }),
    ])
    expect((await members('?limit=1&offset=1')).ids).toEqual([bob.id])
    expect((await members('', bob.key)).ids).toEqual([1, bob.id])
    expect((await members('', await server.newKey(['*'], [second.id]))).ids).toEqual([1])
  })

  test('need their scope', async () => {
    const key = await server.newKey(['organization:read'])
    expect((await server.request('GET', `${CURRENT}members/`, undefined, key)).status).toBe(403)
  })
})
