import { describe, expect, test } from 'vitest'
import { PROJECT_SETTINGS } from '../../src/contract/project-settings.ts'
import { refuseUpdates } from '../fixtures/metadata-faults.ts'
import { KEY, TOKEN, useApp } from '../fixtures/use-app.ts'

const server = useApp()
const NOON = '2026-11-20T12:00:00.000Z'

describe('projects', () => {
  test('one is created by the first start', async () => {
    const project = {
      id: 1,
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      organization: expect.stringMatching(/^[0-9a-f-]{36}$/),
      organization_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Default project',
      api_token: TOKEN,
      timezone: 'UTC',
      week_start_day: 0,
      test_account_filters: [],
      path_cleaning_filters: [],
      created_at: expect.stringMatching(/Z$/),
      user_access_level: 'admin',
      is_demo: false,
      access_control: false,
      session_recording_opt_in: false,
      surveys_opt_in: false,
      anonymize_ips: false,
      ...Object.fromEntries(Object.keys(PROJECT_SETTINGS).map((name) => [name, null])),
    }
    const { status, body } = await server.request('GET', '/api/projects/')
    expect(status).toBe(200)
    expect(body).toEqual({ count: 1, next: null, previous: null, results: [project] })
    for (const path of [
      '/api/projects/1/',
      '/api/projects/1',
      '/api/projects/@current/',
      '/api/environments/1/',
    ])
      expect(await server.request('GET', path)).toMatchObject({ status: 200, body: project })
  })

  test('are created, read and changed', async () => {
    const fields = {
      name: 'Shop',
      timezone: 'America/New_York',
      week_start_day: 1,
      test_account_filters: [
        { key: 'email', value: '@shop.example', operator: 'not_icontains', type: 'event' },
      ],
    }
    const { status, body: shop } = await server.request('POST', '/api/projects/', fields)
    expect(status).toBe(201)
    expect(shop).toMatchObject({ ...fields, created_at: NOON })
    expect(shop.api_token).toMatch(/^phc_[A-Za-z0-9]{43}$/)
    expect((await server.request('GET', `/api/projects/${shop.id}/`)).body).toEqual(shop)

    for (const change of [
      { name: 'Store' },
      { timezone: 'Asia/Tokyo' },
      { week_start_day: 0 },
      { test_account_filters: [] },
      {},
    ]) {
      const { body: before } = await server.request('GET', `/api/projects/${shop.id}/`)
      const answer = await server.request('PATCH', `/api/projects/${shop.id}/`, change)
      expect(answer).toMatchObject({ status: 200, body: { ...before, ...change } })
    }
    const { body: list } = await server.request('GET', '/api/projects/')
    expect(list.results.map((project: { name: string }) => project.name)).toEqual([
      'Default project',
      'Store',
    ])
  })

  test('need a name only', async () => {
    const { status, body } = await server.request('POST', '/api/projects/', { name: 'Bare' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ timezone: 'UTC', week_start_day: 0, test_account_filters: [] })
  })

  test.each([
    ['name', 'required', {}],
    ['name', 'min_length', { name: '' }],
    ['name', 'max_length', { name: 'x'.repeat(201) }],
    ['timezone', 'invalid_input', { name: 'x', timezone: 'Mars/Olympus' }],
    ['timezone', 'invalid_input', { name: 'x', timezone: '+02:00' }],
    ['week_start_day', 'invalid_choice', { name: 'x', week_start_day: 2 }],
    ['test_account_filters', 'invalid_input', { name: 'x', test_account_filters: 'email' }],
    ['test_account_filters', 'invalid_input', { name: 'x', test_account_filters: [{ operator: 'exact' }] }],
  ])('%s is refused, %s: %j', async (attr, code, body) => {
    const answer = await server.request('POST', '/api/projects/', body)
    expect(answer).toMatchObject({ status: 400, body: { type: 'validation_error', code, attr } })
  })

  test('that are unknown have the same response as those without access', async () => {
    const project = await server.newProject()
    const limited = await server.newKey(['*'], [project.id])
    const notFound = { status: 404, body: { code: 'not_found', detail: 'Project not found.', attr: null } }
    expect(await server.request('GET', '/api/projects/1/', undefined, limited)).toMatchObject(notFound)
    expect(await server.request('GET', '/api/projects/9999/', undefined, limited)).toMatchObject(notFound)
    const { body } = await server.request('GET', '/api/projects/', undefined, limited)
    expect(body.results.map((one: { id: number }) => one.id)).toEqual([project.id])
    const current = await server.request('GET', '/api/projects/@current/', undefined, limited)
    expect(current.body.id).toBe(project.id)
  })
})

describe('personal API keys', () => {
  const KEYS = '/api/personal_api_keys/'
  const create = (body: object, key?: string) => server.request('POST', KEYS, body, key)
  const list = async () => (await server.request('GET', KEYS)).body

  test('show their value once', async () => {
    const { status, body } = await create({ label: 'CI', scopes: ['insight:read'] })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(Number),
      label: 'CI',
      mask_value: `phx_...${body.value.slice(-4)}`,
      scopes: ['insight:read'],
      scoped_teams: [],
      scoped_organizations: [],
      user: 1,
      created_at: NOON,
      last_used_at: null,
      last_rolled_at: null,
      value: expect.stringMatching(/^phx_[A-Za-z0-9]{43}$/),
    })
    const listed = await list()
    expect(listed).toContainEqual({ ...body, value: null })
    expect(listed[0]).toMatchObject({ label: 'First start', scopes: ['*'], value: null })
    expect(JSON.stringify(listed)).not.toContain(body.value)
    expect(JSON.stringify(listed)).not.toContain(KEY)
  })

  test('are refused once they are deleted', async () => {
    const { body: key } = await create({ label: 'Leaked', scopes: ['*'] })
    const use = () => server.request('GET', '/api/projects/', undefined, key.value)
    expect((await use()).status).toBe(200)
    const deleted = await server.request('DELETE', `${KEYS}${key.id}/`)
    expect([deleted.status, deleted.body]).toEqual([204, undefined])
    expect(await use()).toMatchObject({
      status: 401,
      body: {
        type: 'authentication_error',
        code: 'authentication_failed',
        detail: 'Personal API key found in request Authorization header is invalid.',
      },
    })
    expect((await list()).map((one: { id: number }) => one.id)).not.toContain(key.id)
    expect((await server.request('DELETE', `${KEYS}${key.id}/`)).status).toBe(404)
  })

  const one = (method: string, id: number | string, body?: object, key?: string) =>
    server.request(method, `${KEYS}${id}`, body, key)

  test('can read themselves with any scope', async () => {
    const { body: made } = await create({ label: 'Agent', scopes: ['insight:read'], scoped_teams: [1] })
    const { status, body } = await one('GET', '@current', undefined, made.value)
    expect(status).toBe(200)
    expect(body).toEqual({ ...made, value: null, last_used_at: NOON })
    expect(body).toMatchObject({ scopes: ['insight:read'], scoped_teams: [1], scoped_organizations: [] })
    expect((await one('GET', `${made.id}/`)).body).toEqual(body)
    expect((await one('GET', `${made.id}/`, undefined, made.value)).status).toBe(403)
    expect((await one('GET', '987654/')).status).toBe(404)
  })

  test('have their last use stored once an hour', async () => {
    const { body: made } = await create({ label: 'Seldom', scopes: ['project:read'] })
    const usedAt = async (minutes: number) => {
      server.nowMs = Date.parse(NOON) + minutes * 60_000
      expect((await server.request('GET', '/api/projects/', undefined, made.value)).status).toBe(200)
      return (await one('GET', `${made.id}/`)).body.last_used_at
    }
    expect((await one('GET', `${made.id}/`)).body.last_used_at).toBeNull()
    for (const [minutes, at] of [
      [0, '12:00'],
      [59.9, '12:00'],
      [60, '13:00'],
    ] as const)
      expect([minutes, await usedAt(minutes)]).toEqual([minutes, `2026-11-20T${at}:00.000Z`])
    server.nowMs = Date.parse(NOON)
  })

  test('keep their access if their use cannot be stored', async () => {
    const { metadata } = server.app
    const { body: made } = await create({ label: 'Full disk', scopes: ['project:read'] })
    const stop = await refuseUpdates(metadata, 'personal_api_key', 'last_used_at')
    const used = await server.request('GET', '/api/projects/', undefined, made.value)
    await stop()
    expect(used.status).toBe(200)
    expect((await one('GET', `${made.id}/`)).body.last_used_at).toBeNull()
  })

  test('are rolled: the new value is shown once, the old one is invalid', async () => {
    const { body: made } = await create({ label: 'Rolled', scopes: ['*'] })
    const { status, body: rolled } = await one('POST', `${made.id}/roll/`)
    expect([status, rolled]).toEqual([
      200,
      {
        ...made,
        value: expect.stringMatching(/^phx_[A-Za-z0-9]{43}$/),
        mask_value: `phx_...${rolled.value.slice(-4)}`,
        last_rolled_at: NOON,
      },
    ])
    const use = async (key: string) => (await one('GET', '@current', undefined, key)).status
    expect([await use(made.value), await use(rolled.value)]).toEqual([401, 200])
    const { body: again } = await one('POST', '@current/roll/', undefined, rolled.value)
    expect([again.id, await use(rolled.value), await use(again.value)]).toEqual([made.id, 401, 200])
    expect((await one('POST', '987654/roll/')).status).toBe(404)
  })

  test('are changed', async () => {
    const { body: made } = await create({ label: 'Before', scopes: ['insight:read'] })
    for (const change of [
      { label: 'After' },
      { scopes: ['insight:write', 'group:read'] },
      { scoped_teams: [1] },
      { scoped_teams: [] },
      {},
    ]) {
      const { body: before } = await one('GET', `${made.id}/`)
      const answer = await one('PATCH', `${made.id}/`, change)
      expect(answer).toMatchObject({ status: 200, body: { ...before, ...change } })
    }
    const twice = { scopes: ['group:read', 'group:read'], scoped_teams: null }
    const { body } = await one('PATCH', `${made.id}/`, twice)
    expect(body).toMatchObject({ scopes: ['group:read'], scoped_teams: [], value: null })
    for (const [attr, change] of [
      ['label', { label: '' }],
      ['scopes', { scopes: [] }],
      ['scopes__0', { scopes: ['organization:write'] }],
      ['scoped_teams', { scoped_teams: [9999] }],
    ] as const)
      expect(await one('PATCH', `${made.id}/`, change)).toMatchObject({ status: 400, body: { attr } })
    expect((await one('PATCH', '987654/', { label: 'x' })).status).toBe(404)
  })

  test('cannot roll, change or delete a stronger one', async () => {
    const project = await server.newProject()
    const weak = await server.newKey(['personal_api_key:write', 'insight:write'], [project.id])
    const { body: all } = await create({ label: 'All', scopes: ['*'] })
    const { body: here } = await create({ label: 'Here', scopes: ['*'], scoped_teams: [project.id] })
    const { body: wide } = await create({ label: 'Wide', scopes: ['insight:read'] })
    for (const { id } of [all, here, wide]) {
      expect((await one('POST', `${id}/roll/`, undefined, weak)).status).toBe(403)
      expect((await one('PATCH', `${id}/`, { label: 'Seen' }, weak)).status).toBe(403)
      expect((await one('DELETE', `${id}/`, undefined, weak)).status).toBe(403)
    }
    for (const [id, change] of [
      [here.id, { scoped_teams: [] }],
      [here.id, { scopes: ['project:read'] }],
      [wide.id, { scopes: ['insight:write'] }],
    ] as const)
      expect([change, (await one('PATCH', `${id}/`, change, weak)).status]).toEqual([change, 403])
    expect((await one('GET', '@current', undefined, here.value)).body.scoped_teams).toEqual([project.id])
    const tame = { scopes: ['insight:read'], scoped_teams: [] }
    expect((await one('PATCH', `${all.id}/`, tame, weak)).status).toBe(403)
  })

  test('cannot create a stronger one', async () => {
    const project = await server.newProject()
    const scopes = ['personal_api_key:write', 'insight:write']
    const weak = await server.newKey(scopes, [project.id])
    expect((await create({ label: 'x', scopes: ['*'] }, weak)).status).toBe(403)
    expect((await create({ label: 'x', scopes: ['project:read'] }, weak)).status).toBe(403)
    const wider = await create({ label: 'x', scopes: ['insight:read'], scoped_teams: [1] }, weak)
    expect(wider).toMatchObject({ status: 400, body: { attr: 'scoped_teams' } })
    const heir = await create({ label: 'x', scopes: ['insight:read'] }, weak)
    expect(heir).toMatchObject({ status: 201, body: { scoped_teams: [project.id] } })
  })

  test.each([
    ['label', {}],
    ['label', { label: '', scopes: ['*'] }],
    ['scopes', { label: 'x' }],
    ['scopes', { label: 'x', scopes: [] }],
    ['scopes__0', { label: 'x', scopes: ['everything'] }],
    ['scoped_teams', { label: 'x', scopes: ['*'], scoped_teams: [9999] }],
  ])('%s is refused: %j', async (attr, body) => {
    expect(await create(body)).toMatchObject({ status: 400, body: { type: 'validation_error', attr } })
  })
})
