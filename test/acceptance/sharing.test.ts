import { beforeAll, describe, expect, test } from 'vitest'
import { KEY, useApp } from '../fixtures/use-app.ts'

const server = useApp()
const INSIGHTS = '/api/projects/1/insights/'
const NOT_FOUND = { type: 'invalid_request', code: 'not_found', detail: 'Not found.', attr: null }
const INSIGHT_NOT_FOUND = { ...NOT_FOUND, detail: 'Insight not found.' }
const SHARING_FIELDS = ['created_at', 'enabled', 'access_token', 'may_change_dates']
const ACCESS_TOKEN = /^[A-Za-z0-9_-]{30}$/
let project = { id: 0, insight: 0 }

beforeAll(async () => {
  await server.capture([{ event: 'visit', distinct_id: 'ada', timestamp: '2026-11-20T10:00:00Z' }])
  const { id } = await server.newProject()
  const { body } = await server.request('POST', `/api/projects/${id}/insights/`, { name: 'foreign' })
  project = { id, insight: body.id }
})

interface Created {
  id: number
  short_id: string
}
const filters = { insight: 'TRENDS', events: [{ id: 'visit' }], date_from: 'dStart' }
async function created(fields: object = { name: 'Shared', filters }): Promise<Created> {
  return (await server.request('POST', INSIGHTS, fields)).body
}
const sharing = (id: number | string, path = 'sharing') => server.request('GET', `${INSIGHTS}${id}/${path}`)
const patch = (id: number | string, body: unknown) =>
  server.request('PATCH', `${INSIGHTS}${id}/sharing`, body)
const refresh = (id: number | string) => server.request('POST', `${INSIGHTS}${id}/sharing/refresh/`)
async function shared(): Promise<Created & { token: string }> {
  const insight = await created()
  return { ...insight, token: (await patch(insight.id, { enabled: true })).body.access_token }
}
async function deedsOf(id: number): Promise<{ activity: string; detail: object }[]> {
  return (await server.request('GET', `${INSIGHTS}${id}/activity/`)).body.results
}
/** Sends a request without a key. */
const open = (path: string, method = 'GET', body?: unknown) => server.request(method, path, body, null)

describe('call 3, GET sharing', () => {
  test('before the first change: disabled, with the token that enabling it stores', async () => {
    const { id, short_id } = await created()
    const answers = [await sharing(id), await sharing(id, 'sharing/'), await sharing(short_id)]
    for (const { status, body } of answers) {
      expect([status, Object.keys(body)]).toEqual([200, SHARING_FIELDS])
      expect(body).toMatchObject({
        created_at: null,
        enabled: false,
        access_token: expect.stringMatching(ACCESS_TOKEN),
      })
    }
    const [token, ...others] = new Set(answers.map(({ body }) => body.access_token))
    expect(others).toEqual([])
    expect(await server.app.metadata.selectFrom('insight_sharing').selectAll().execute()).toEqual([])
    expect((await open(`/shared/${token}.json`)).status).toBe(404)
    for (const enabled of [true, false, true])
      expect((await patch(id, { enabled })).body).toMatchObject({ enabled, access_token: token })
    expect((await open(`/shared/${token}.json`)).status).toBe(200)
    // Another insight gets another token, and a token that was replaced is never used again.
    const { id: other } = await created()
    const { access_token: replaced } = (await refresh(id)).body
    const tokens = [token, replaced, (await sharing(other)).body.access_token]
    expect([new Set(tokens).size, (await sharing(id)).body.access_token]).toEqual([3, replaced])
  })

  test('after the first change: the stored state', async () => {
    const { id } = await created()
    const { status, body } = await patch(id, { enabled: true, access_token: 'mine', created_at: null })
    expect(status).toBe(200)
    const created_at = new Date(server.nowMs).toISOString()
    expect(body).toEqual({
      ...{ created_at, enabled: true, may_change_dates: false },
      access_token: expect.stringMatching(ACCESS_TOKEN),
    })
    server.nowMs += 1_000
    expect((await sharing(id)).body).toEqual(body)
    expect((await patch(id, { enabled: false })).body).toEqual({ ...body, enabled: false })
    expect((await patch(id, {})).body).toEqual({ ...body, enabled: false })
    expect((await patch(id, { enabled: true })).body).toEqual(body)
  })

  test.each([{ enabled: 'yes' }, { enabled: null }, { enabled: 1 }])('%j is refused', async (body) => {
    const { id } = await created()
    expect(await patch(id, body)).toMatchObject({ status: 400, body: { attr: 'enabled' } })
    expect((await sharing(id)).body.created_at).toBeNull()
  })

  test('a refresh replaces the token', async () => {
    const { id, token } = await shared()
    const { status, body } = await refresh(id)
    expect([status, body.enabled]).toEqual([200, true])
    expect(body.access_token).toMatch(ACCESS_TOKEN)
    expect((await open(`/shared/${token}.json`)).status).toBe(404)
    expect((await open(`/shared/${body.access_token}.json`)).status).toBe(200)
    const { id: never } = await created()
    const { body: first } = await refresh(never)
    expect(first.enabled).toBe(false)
    expect((await patch(never, { enabled: true })).body.access_token).toBe(first.access_token)
  })

  test('every change is an entry in the log of the insight, a request without a change is none', async () => {
    const { id } = await created()
    for (const enabled of [false, true, true, false, false]) await patch(id, { enabled })
    await patch(id, {})
    await refresh(id)
    const deeds = await deedsOf(id)
    const change = { type: 'Insight', action: 'changed', field: 'sharing' }
    expect(deeds).toMatchObject([
      { activity: 'sharing link replaced', detail: { changes: null, name: 'Shared' } },
      { activity: 'sharing disabled', detail: { changes: [{ ...change, before: true, after: false }] } },
      { activity: 'sharing enabled', detail: { changes: [{ ...change, before: false, after: true }] } },
      { activity: 'created' },
    ])
    expect(JSON.stringify(deeds)).not.toContain((await sharing(id)).body.access_token)
  })

  test('an unknown, a deleted and a foreign insight are 404 in the same words', async () => {
    const { id } = await shared()
    await server.request('PATCH', `${INSIGHTS}${id}/`, { deleted: true })
    for (const one of [id, project.insight, 987_654, 'unknown1'])
      for (const answer of [await sharing(one), await patch(one, { enabled: true }), await refresh(one)])
        expect([answer.status, answer.body]).toEqual([404, INSIGHT_NOT_FOUND])
  })

  test('reading and writing have scopes of their own', async () => {
    const { id } = await created()
    const path = `${INSIGHTS}${id}/sharing`
    const reader = await server.newKey(['sharing_configuration:read', 'insight:write'])
    expect((await server.request('GET', path, undefined, reader)).status).toBe(200)
    expect((await server.request('PATCH', path, { enabled: true }, reader)).status).toBe(403)
    expect((await server.request('POST', `${path}/refresh/`, undefined, reader)).status).toBe(403)
  })
})

describe('?sharing_access_token= in calls 1 and 4', () => {
  test('reads the one insight, without its users', async () => {
    const { id, short_id, token } = await shared()
    const path = `?sharing_access_token=${token}`
    const { status, body, headers } = await open(`${INSIGHTS}${id}/${path}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, name: 'Shared', results: [{ label: 'visit', data: [1] }] })
    expect(body).toMatchObject({ effective_restriction_level: 37, effective_privilege_level: 21 })
    expect([body.created_by, body.last_modified_by]).toEqual([null, null])
    expect(headers['cache-control']).toBe('no-store')

    const again = { ...body, is_cached: 'true' }
    expect((await open(`${INSIGHTS}${short_id}/${path}&refresh=true`)).body).toEqual(again)
    expect((await open(`/api/environments/1/insights/${id}/${path}`)).body).toEqual(again)
    const list = await open(`${INSIGHTS}${path}`)
    expect(list.body).toEqual({ count: 1, next: null, previous: null, results: [again] })
    expect((await open(`${INSIGHTS}${path}&short_id=${short_id}`)).body.count).toBe(1)
    expect((await open(`${INSIGHTS}${path}&short_id=other`)).body).toMatchObject({ count: 0, results: [] })
    expect((await open(`${INSIGHTS}${path}&offset=1`)).body).toMatchObject({ count: 1, results: [] })
    expect((await open(`${INSIGHTS}${path}&search=x`)).body.attr).toBe('search')
  })

  test('has the same response for every failed condition', async () => {
    const [one, other, disabled, deleted] = [await shared(), await shared(), await shared(), await shared()]
    await patch(disabled.id, { enabled: false })
    await server.request('PATCH', `${INSIGHTS}${deleted.id}/`, { deleted: true })
    const never = (await sharing((await created()).id)).body.access_token
    const foreign = `/api/projects/${project.id}/insights/`
    const paths = [
      `${INSIGHTS}${one.id}/?sharing_access_token=${other.token}`,
      `${INSIGHTS}987654/?sharing_access_token=${one.token}`,
      `${foreign}${one.id}/?sharing_access_token=${one.token}`,
      `${foreign}${project.insight}/?sharing_access_token=${one.token}`,
      `${foreign}?sharing_access_token=${one.token}`,
      `/api/projects/@current/insights/?sharing_access_token=${one.token}`,
      ...[disabled.token, deleted.token, never, 'unknown', '%00', "'%20OR%201=1", `${one.token}x`].flatMap(
        (token) => [
          `${INSIGHTS}?sharing_access_token=${token}`,
          `${INSIGHTS}${disabled.id}/?sharing_access_token=${token}`,
          `${INSIGHTS}${deleted.id}/?sharing_access_token=${token}`,
        ],
      ),
    ]
    for (const path of paths) {
      const { status, body } = await open(path)
      expect([path, status, body]).toEqual([path, 404, NOT_FOUND])
    }
    // An empty parameter counts as absent.
    expect((await open(`${INSIGHTS}?sharing_access_token=`)).status).toBe(401)
    await server.request('PATCH', `${INSIGHTS}${deleted.id}/`, { deleted: false })
    expect((await open(`/shared/${deleted.token}.json`)).status).toBe(200)
  })

  test('is not accepted by any other route or write', async () => {
    const { id, token } = await shared()
    const search = `?sharing_access_token=${token}`
    const others = [
      ['GET', '/api/projects/'],
      ['GET', '/api/projects/1/'],
      ['GET', `${INSIGHTS}activity/`],
      ['GET', `${INSIGHTS}my_last_viewed/`],
      ['GET', `${INSIGHTS}${id}/activity/`],
      ['GET', `${INSIGHTS}${id}/sharing`],
      ['GET', '/api/projects/1/persons/'],
      ['GET', '/api/projects/1/metrics/'],
      ['POST', INSIGHTS],
      ['PATCH', `${INSIGHTS}${id}/`],
      ['PUT', `${INSIGHTS}${id}/`],
      ['DELETE', `${INSIGHTS}${id}/`],
      ['POST', `${INSIGHTS}${id}/viewed/`],
      ['PATCH', `${INSIGHTS}${id}/sharing`],
      ['POST', `${INSIGHTS}${id}/sharing/refresh/`],
      ['POST', `${INSIGHTS}trend/`],
    ]
    for (const [method = '', path = ''] of others) {
      const answer = await open(path + search, method, method === 'GET' ? undefined : { name: 'taken over' })
      expect([method, path, answer.status, answer.body?.code]).toEqual([
        method,
        path,
        401,
        'not_authenticated',
      ])
    }
    const bearer = await server.request('GET', `${INSIGHTS}${id}/`, undefined, token)
    expect(bearer.status).toBe(401)
  })

  test('has no effect in a request with a key, valid or not', async () => {
    const { id, token } = await shared()
    const path = `${INSIGHTS}${id}/?sharing_access_token=${token}`
    expect((await server.request('GET', path, undefined, 'phx_wrong_0123456789abcdef')).status).toBe(401)
    expect((await server.request('GET', path, undefined, KEY)).body.created_by).not.toBeNull()
    const other = `${INSIGHTS}${id}/?sharing_access_token=unknown`
    expect((await server.request('GET', other, undefined, KEY)).status).toBe(200)
  })

  test('computes a stale result anew only after half an hour, with any refresh', async () => {
    const { id, token } = await shared()
    const path = `${INSIGHTS}${id}/?sharing_access_token=${token}`
    const { body: first } = await open(path)
    expect(first.results).not.toBeNull()
    await server.capture([{ event: 'visit', distinct_id: 'bob', timestamp: '2026-11-20T11:00:00Z' }])
    const { body: again } = await open(`${path}&refresh=force_blocking`)
    expect([again.results, again.is_cached]).toEqual([first.results, 'true'])
    server.nowMs += 30 * 60_000
    const { body: later } = await open(path)
    server.nowMs -= 30 * 60_000
    expect([later.results[0].count, later.is_cached]).toEqual([first.results[0].count + 1, 'false'])
  })

  test('shows an insight that cannot be computed without a result, and sends no table of it', async () => {
    const { id } = await created({ name: 'Not computable', filters: { insight: 'NONE' } })
    const { access_token } = (await patch(id, { enabled: true })).body
    const path = `${INSIGHTS}${id}/?sharing_access_token=${access_token}`
    const { status, body } = await open(path)
    expect([status, body.results, body.name]).toEqual([200, null, 'Not computable'])
    const csv = await open(`${path}&format=csv`)
    expect([csv.status, csv.body.code]).toEqual([503, 'no_result'])
  })
})
