import { expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const PROJECT = '/api/projects/1/'
const KEYS = '/api/personal_api_keys/'

const newInsight = async () =>
  (await server.request('POST', `${PROJECT}insights/`, { name: 'Secret' })).body.id

test('a key with dashboard scopes only cannot read an insight by adding it to a dashboard', async () => {
  const insight = await newInsight()
  const key = await server.newKey(['dashboard:write'])
  const board = (await server.request('POST', `${PROJECT}dashboards/`, { name: 'Mine' }, key)).body.id
  for (const [method, path] of [
    ['POST', 'dashboards/'],
    ['PATCH', `dashboards/${board}/`],
    ['PUT', `dashboards/${board}/`],
  ] as const) {
    const answer = await server.request(method, `${PROJECT}${path}`, { name: 'x', tiles: [{ insight }] }, key)
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'permission_denied', detail: "API key missing required scope 'insight:read'" },
    })
  }
  const both = await server.newKey(['dashboard:write', 'insight:read'])
  const answer = await server.request(
    'PATCH',
    `${PROJECT}dashboards/${board}/`,
    { tiles: [{ insight }] },
    both,
  )
  expect([answer.status, answer.body.tiles[0].insight.name]).toEqual([200, 'Secret'])
  // A key that cannot read insights may still change tiles that exist.
  const tiles = [{ id: answer.body.tiles[0].id, color: 'red' }]
  expect((await server.request('PATCH', `${PROJECT}dashboards/${board}/`, { tiles }, key)).status).toBe(200)
})

test('a key for activity logs alone reads neither filters nor results of an insight', async () => {
  const events = [{ id: 'secret event' }]
  await server.capture([{ event: 'secret event', distinct_id: 'ada' }])
  const filters = { insight: 'TRENDS', events, date_from: '-1d' }
  const { body } = await server.request('POST', `${PROJECT}insights/`, { name: 'Secret', filters })
  await server.request('GET', `${PROJECT}insights/${body.id}/?refresh=true`)
  const path = `${PROJECT}insights/${body.id}/activity/`
  const read = async (scopes: string[]) =>
    (await server.request('GET', path, undefined, await server.newKey(scopes))).body
  const narrow = await read(['activity_log:read'])
  expect(narrow).toMatchObject({
    id: body.id,
    short_id: body.short_id,
    name: 'Secret',
    filters: {},
    query: null,
    result: null,
    last_refresh: null,
    derived_name: null,
    count: 1,
  })
  const whole = await read(['activity_log:read', 'insight:read'])
  expect(whole).toMatchObject({ filters, result: expect.stringContaining('secret event') })
  expect(whole.results).toEqual(narrow.results)
  expect(Object.keys(whole)).toEqual(Object.keys(narrow))
})

test('a key that is limited to projects cannot create a project', async () => {
  const key = await server.newKey(['project:write'], [1])
  const answer = await server.request('POST', '/api/projects/', { name: 'Beyond' }, key)
  expect(answer).toMatchObject({ status: 403, body: { code: 'permission_denied' } })
  expect(JSON.stringify(answer.body)).not.toContain('phc_')
})

test('a weak key can neither change nor delete a stronger one', async () => {
  const strong = (await server.request('POST', KEYS, { label: 'strong', scopes: ['*'] })).body
  const weak = await server.newKey(['personal_api_key:write', 'user:write'], [1])
  for (const [method, body] of [
    ['PATCH', { scopes: ['user:read'], scoped_teams: [1] }],
    ['PATCH', { label: 'renamed' }],
    ['DELETE', undefined],
  ] as const)
    expect((await server.request(method, `${KEYS}${strong.id}/`, body, weak)).status).toBe(403)
  const { body } = await server.request('GET', `${KEYS}@current`, undefined, strong.value)
  expect(body).toMatchObject({ label: 'strong', scopes: ['*'] })
  // The key can delete itself.
  expect((await server.request('DELETE', `${KEYS}@current/`, undefined, weak)).status).toBe(204)
  expect((await server.request('DELETE', `${KEYS}${strong.id}/`)).status).toBe(204)
})
