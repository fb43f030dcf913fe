import { beforeEach, expect, test } from 'vitest'
import { type TestProject, useApp } from '../fixtures/use-app.ts'

const server = useApp()
let project: TestProject
let path = ''
beforeEach(async () => {
  project = await server.newProject('Annotated', 'Europe/Berlin')
  path = `/api/projects/${project.id}/annotations/`
})

async function created(fields: object, at = path) {
  const { status, body } = await server.request('POST', at, fields)
  expect([status, body.detail]).toEqual([201, undefined])
  return body
}
const contents = async (query = '', at = path) => {
  const { status, body } = await server.request('GET', `${at}${query}`)
  expect([status, body.detail]).toEqual([200, undefined])
  return body.results.map((one: { content: string }) => one.content)
}

test('an annotation has its conventional fields, and can be sent back whole', async () => {
  const insights = `/api/projects/${project.id}/insights/`
  const { body: insight } = await server.request('POST', insights, {
    name: 'Sign-ups',
    derived_name: 'By day',
  })
  const { body: dashboard } = await server.request('POST', `/api/projects/${project.id}/dashboards/`, {
    name: 'Growth',
  })
  const body = await created({
    content: 'Version 2',
    date_marker: '2026-11-19T10:00:00+01:00',
    creation_type: 'GIT',
    dashboard_item: insight.id,
    dashboard_id: dashboard.id,
    scope: 'project',
  })
  expect(body).toEqual({
    id: expect.any(Number),
    content: 'Version 2',
    date_marker: '2026-11-19T09:00:00.000Z',
    creation_type: 'GIT',
    dashboard_item: insight.id,
    insight_short_id: insight.short_id,
    insight_name: 'Sign-ups',
    insight_derived_name: 'By day',
    dashboard_id: dashboard.id,
    dashboard_name: 'Growth',
    created_by: expect.objectContaining({ id: 1 }),
    created_at: '2026-11-20T12:00:00.000Z',
    updated_at: '2026-11-20T12:00:00.000Z',
    deleted: false,
    scope: 'project',
  })
  const at = `${path}${body.id}/`
  expect((await server.request('GET', at)).body).toEqual(body)
  expect((await server.request('GET', at.replace('projects', 'environments'))).body).toEqual(body)
  expect(await server.request('PUT', at, body)).toMatchObject({ status: 200, body })
  server.nowMs += 60_000
  const { body: changed } = await server.request('PATCH', at, { content: 'Version 3', dashboard_id: null })
  expect(changed).toEqual({
    ...body,
    content: 'Version 3',
    dashboard_id: null,
    dashboard_name: null,
    updated_at: '2026-11-20T12:01:00.000Z',
  })
})

test('without a scope it is of the insight, the dashboard or the project', async () => {
  const of = async (name: string) =>
    (await server.request('POST', `/api/projects/${project.id}/${name}/`, { name: 'x' })).body.id
  const [insight, dashboard] = [await of('insights'), await of('dashboards')]
  expect((await created({ content: 'a' })).scope).toBe('project')
  expect((await created({ content: 'a', dashboard_id: dashboard })).scope).toBe('dashboard')
  expect((await created({ dashboard_item: insight, dashboard_id: dashboard })).scope).toBe('dashboard_item')
})

test('a date without an offset is in the time zone of the project', async () => {
  expect((await created({ date_marker: '2026-07-01' })).date_marker).toBe('2026-06-30T22:00:00.000Z')
  expect((await created({ date_marker: '2026-11-19T10:00:00' })).date_marker).toBe('2026-11-19T09:00:00.000Z')
  expect((await created({ content: 'none' })).date_marker).toBe(null)
})

test('a deleted annotation is not found, and can be restored', async () => {
  const { id } = await created({ content: 'Short-lived' })
  const at = `${path}${id}/`
  expect(await server.request('DELETE', at)).toMatchObject({ status: 405, body: undefined })
  expect((await server.request('PATCH', at, { deleted: true })).body.deleted).toBe(true)
  expect((await server.request('GET', at)).status).toBe(404)
  expect((await server.request('PATCH', at, { content: 'x' })).status).toBe(404)
  expect(await contents()).toEqual([])
  expect((await server.request('PATCH', at, { deleted: false })).body.content).toBe('Short-lived')
  expect(await contents()).toEqual(['Short-lived'])
})

test('the list: the last marked first, in pages, by text, scope and date', async () => {
  await created({ content: 'Unmarked' })
  await created({ content: 'Größe 50%', date_marker: '2026-11-18' })
  await created({ content: 'First', date_marker: '2026-11-01T00:00:00Z' })
  await created({ content: 'Last', date_marker: '2026-11-20T08:00:00Z', scope: 'organization' })
  expect(await contents()).toEqual(['Last', 'Größe 50%', 'First', 'Unmarked'])
  expect(await contents('?limit=2&offset=1')).toEqual(['Größe 50%', 'First'])
  expect(await contents('?search=GR%C3%96')).toEqual(['Größe 50%'])
  expect(await contents('?search=0%25')).toEqual(['Größe 50%'])
  expect(await contents('?scope=organization')).toContain('Last')
  expect(await contents('?scope=dashboard')).toEqual([])
  expect(await contents('?date_from=-3d')).toEqual(['Last', 'Größe 50%'])
  expect(await contents('?date_to=2026-11-18')).toEqual(['Größe 50%', 'First'])
  expect(await contents('?date_from=2026-11-02&date_to=2026-11-19')).toEqual(['Größe 50%'])
  const csv = await server.app.server.inject({
    url: `${path}?format=csv&scope=project`,
    headers: { authorization: `Bearer ${await server.newKey(['annotation:read'])}` },
  })
  expect(csv.body.split('\r\n')[0]).toContain('date_marker')
})

test('an annotation of the organization is shown in all projects, and changed in its own only', async () => {
  const insights = `/api/projects/${project.id}/insights/`
  const { body: insight } = await server.request('POST', insights, { name: 'Secret' })
  const shared = await created({ content: 'Outage', scope: 'organization', dashboard_item: insight.id })
  await created({ content: 'Own' })
  const other = `/api/projects/${(await server.newProject()).id}/annotations/`
  expect(await contents('?search=o', other)).toContain('Outage')
  expect(await contents('?search=own', other)).toEqual([])
  const { body } = await server.request('GET', `${other}${shared.id}/`)
  expect(body).toEqual({ ...shared, dashboard_item: null, insight_short_id: null, insight_name: null })
  for (const change of [{ content: 'mine' }, { deleted: true }])
    expect(await server.request('PATCH', `${other}${shared.id}/`, change)).toMatchObject({
      status: 403,
      body: { code: 'permission_denied' },
    })
  expect((await server.request('PATCH', `${path}${shared.id}/`, { scope: 'project' })).status).toBe(200)
  expect((await server.request('GET', `${other}${shared.id}/`)).status).toBe(404)
})

test('an annotation of another project has the same response as one that does not exist', async () => {
  const { id } = await created({ content: 'secret' })
  const other = `/api/projects/${(await server.newProject()).id}/annotations/`
  for (const [method, body] of [
    ['GET'],
    ['PATCH', { content: 'mine' }],
    ['PUT', { deleted: false }],
  ] as const) {
    const foreign = await server.request(method, `${other}${id}/`, body)
    const unknown = await server.request(method, `${other}987654/`, body)
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body])
  }
})

test.each<[object, string, string]>([
  [{ content: 'x'.repeat(401) }, 'max_length', 'content'],
  [{ date_marker: 'yesterday' }, 'invalid_input', 'date_marker'],
  [{ date_marker: 5 }, 'invalid_input', 'date_marker'],
  [{ creation_type: 'BOT' }, 'invalid_choice', 'creation_type'],
  [{ scope: 'team' }, 'invalid_choice', 'scope'],
  [{ scope: 'dashboard_item' }, 'required', 'dashboard_item'],
  [{ scope: 'dashboard' }, 'required', 'dashboard_id'],
  [{ dashboard_item: 987_654 }, 'does_not_exist', 'dashboard_item'],
  [{ dashboard_id: 987_654 }, 'does_not_exist', 'dashboard_id'],
  [{ text: 'x' }, 'invalid_input', 'text'],
])('%j is refused', async (fields, code, attr) => {
  const { status, body } = await server.request('POST', path, fields)
  expect([status, body.code, body.attr]).toEqual([400, code, attr])
})

test('an insight of another project cannot be named', async () => {
  const { body } = await server.request('POST', '/api/projects/1/insights/', { name: 'Secret' })
  expect(await server.request('POST', path, { dashboard_item: body.id })).toMatchObject({
    status: 400,
    body: { code: 'does_not_exist', attr: 'dashboard_item' },
  })
})
