import { describe, expect, test } from 'vitest'
import { KEY, useApp } from '../fixtures/use-app.ts'

const server = useApp()
const INSIGHTS = '/api/projects/1/insights/'
const NOON = '2026-11-20T12:00:00.000Z'

const post = (body: unknown) => server.request('POST', INSIGHTS, body)
const get = (id: number | string) => server.request('GET', `${INSIGHTS}${id}/`)
const patch = (id: number, body: unknown) => server.request('PATCH', `${INSIGHTS}${id}/`, body)
async function created(body: unknown = {}) {
  const answer = await post(body)
  expect(answer.status).toBe(201)
  return answer.body
}

const EVERYTHING = {
  name: 'Weekly sign-ups',
  derived_name: 'signed up count',
  description: 'What the growth team looks at',
  filters: { insight: 'TRENDS', events: [{ id: 'signed up' }], date_from: '-30d' },
  query: {
    kind: 'TrendsQuery',
    series: [{ kind: 'EventsNode', event: 'signed up' }],
    dateRange: { date_from: '-30d' },
  },
  order: 7,
  deleted: false,
  dashboards: [],
  tags: ['growth', 'weekly'],
  favorited: true,
  saved: true,
}
const FIRST_USER = {
  id: 1,
  uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
  distinct_id: expect.any(String),
  first_name: 'Admin',
  last_name: '',
  email: 'admin@throughline.local',
  is_email_verified: false,
  hedgehog_config: {},
}
const UNCOMPUTED = {
  dashboards: [],
  dashboard_tiles: [],
  last_refresh: null,
  next_allowed_client_refresh: null,
  result: null,
  results: null,
  columns: null,
  created_at: NOON,
  created_by: FIRST_USER,
  updated_at: NOON,
  last_modified_at: NOON,
  last_modified_by: FIRST_USER,
  is_sample: false,
  effective_restriction_level: 21,
  effective_privilege_level: 37,
  timezone: 'UTC',
  is_cached: 'false',
  query_status: null,
}

describe('call 2, create', () => {
  test('stores every field that can be sent', async () => {
    const { status, body } = await post(EVERYTHING)
    expect(status).toBe(201)
    expect(body).toEqual({
      ...UNCOMPUTED,
      ...EVERYTHING,
      id: expect.any(Number),
      short_id: expect.stringMatching(/^[A-Za-z0-9]{8}$/),
    })
    expect((await get(body.id)).body).toEqual(body)
  })

  test('with an empty body has the defaults', async () => {
    expect(await created({})).toEqual({
      ...UNCOMPUTED,
      id: expect.any(Number),
      short_id: expect.stringMatching(/^[A-Za-z0-9]{8}$/),
      name: null,
      derived_name: null,
      description: '',
      filters: { insight: 'TRENDS' },
      query: null,
      order: null,
      deleted: false,
      tags: [],
      favorited: false,
      saved: false,
    })
  })

  test('ignores fields that only the server writes', async () => {
    const body = await created({
      id: 9999,
      short_id: 'mine',
      created_at: '1999-01-01T00:00:00Z',
      result: '[1]',
      is_sample: true,
      timezone: 'Asia/Tokyo',
    })
    expect(body).toMatchObject({ created_at: NOON, result: null, is_sample: false, timezone: 'UTC' })
    expect(body.id).not.toBe(9999)
    expect(body.short_id).not.toBe('mine')
    const unknown = await post({ name: 'x', unknown_key: 1 })
    expect(unknown).toMatchObject({ status: 400, body: { code: 'invalid_input', attr: 'unknown_key' } })
  })

  test('trims, lowers and de-duplicates tags', async () => {
    const { tags } = await created({ tags: [' Growth', 'growth', 'B2B', ' '] })
    expect(tags.sort()).toEqual(['b2b', 'growth'])
  })

  test.each([
    '{"kind":"InsightVizNode","zebra":null,"source":{"series":[{"kind":"EventsNode","event":null,"x-unknown":[1,[2,{"b":0,"a":-1.5}]]}],"kind":"TrendsQuery"},"apple":true}',
    '{"source":{"kind":"HogQLQuery","query":"select 1 -- \\"\\\\ \u00e9 \ud83d\ude00"},"kind":"DataVisualizationNode","empty":{},"list":[],"text":""}',
  ])('returns a query unchanged, as object or as text: %s', async (query) => {
    const fromText = await created({ query })
    const fromObject = await created({ query: JSON.parse(query) })
    expect(JSON.stringify(fromText.query)).toBe(query)
    expect(JSON.stringify(fromObject.query)).toBe(query)
    expect(JSON.stringify((await get(fromText.id)).body.query)).toBe(query)
  })

  test('returns filters unchanged', async () => {
    const filters = '{"zebra":1,"insight":"FUNNELS","events":[{"order":1,"id":"b"},{"id":"a","extra":null}]}'
    const { id } = await created({ filters: JSON.parse(filters) })
    expect(JSON.stringify((await get(id)).body.filters)).toBe(filters)
  })
})

describe('call 4, retrieve', () => {
  test('by id, by short id, with and without the last slash, in the environments path, as @current', async () => {
    const insight = await created({ name: 'Found' })
    for (const path of [
      `${INSIGHTS}${insight.id}/`,
      `${INSIGHTS}${insight.id}`,
      `${INSIGHTS}${insight.short_id}/`,
      `/api/environments/1/insights/${insight.id}/`,
      `/api/projects/@current/insights/${insight.id}/`,
      `${INSIGHTS}${insight.id}/?format=json`,
    ])
      expect(await server.request('GET', path)).toMatchObject({ status: 200, body: insight })
  })

  test.each([`${INSIGHTS}999999/`, `${INSIGHTS}noSuchId/`, `${INSIGHTS}99999999999999999999/`])(
    '%s is not found',
    async (path) => {
      expect(await server.request('GET', path)).toMatchObject({
        status: 404,
        body: { type: 'invalid_request', code: 'not_found', detail: 'Not found.', attr: null },
      })
    },
  )

  test('not from another project', async () => {
    const { id } = await created()
    const other = await server.newProject()
    expect((await server.request('GET', `/api/projects/${other.id}/insights/${id}/`)).status).toBe(404)
  })

  test.each(['999', 'abc', '1.0'])('in the unknown project %s: 404', async (project) => {
    const answer = await server.request('GET', `/api/projects/${project}/insights/`)
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found', detail: 'Project not found.' } })
  })
})

describe('call 5, update', () => {
  const LATER = '2026-11-20T13:00:00.000Z'
  test.each([
    [{ name: 'Renamed' }, LATER],
    [{ name: null }, LATER],
    [{ description: 'Told better' }, LATER],
    [{ filters: { insight: 'TRENDS', events: [{ id: 'paid' }] } }, LATER],
    [{ query: { kind: 'FunnelsQuery' } }, LATER],
    [{ query: null }, LATER],
    [{ derived_name: 'paid count' }, NOON],
    [{ order: -3 }, NOON],
    [{ order: null }, NOON],
    [{ tags: ['only this'] }, NOON],
    [{ tags: [] }, NOON],
    [{ favorited: false }, NOON],
    [{ saved: false }, NOON],
    [{ dashboards: [] }, NOON],
    [{ deleted: false }, NOON],
    [{}, NOON],
  ])('%j changes only that field; last_modified_at is %s', async (change, modifiedAt) => {
    server.nowMs = Date.parse(NOON)
    const before = await created(EVERYTHING)
    server.nowMs = Date.parse(LATER)
    const answer = await patch(before.id, change)
    const expected = { ...before, ...change, updated_at: LATER, last_modified_at: modifiedAt }
    expect(answer).toMatchObject({ status: 200, body: expected })
    expect((await get(before.id)).body).toEqual(answer.body)
    server.nowMs = Date.parse(NOON)
  })

  test('takes the query as text', async () => {
    const { id } = await created()
    const { body } = await patch(id, { query: '{"kind":"TrendsQuery","series":[]}' })
    expect(body.query).toEqual({ kind: 'TrendsQuery', series: [] })
  })

  test('by PUT is the same', async () => {
    const before = await created(EVERYTHING)
    const answer = await server.request('PUT', `${INSIGHTS}${before.id}/`, { name: 'Put' })
    expect(answer).toMatchObject({ status: 200, body: { ...before, name: 'Put' } })
  })

  test('by short id', async () => {
    const before = await created()
    const answer = await server.request('PATCH', `${INSIGHTS}${before.short_id}/`, { name: 'By short id' })
    expect(answer).toMatchObject({ status: 200, body: { id: before.id, name: 'By short id' } })
  })
})

describe('calls 5 and 6, delete', () => {
  test('by PATCH: gone until it is restored', async () => {
    const before = await created({ name: 'Short-lived' })
    expect(await patch(before.id, { deleted: true })).toMatchObject({ status: 200, body: { deleted: true } })
    expect((await get(before.id)).status).toBe(404)
    expect((await get(before.short_id)).status).toBe(404)
    expect((await patch(before.id, { name: 'No' })).status).toBe(404)
    expect((await patch(before.id, { deleted: true })).status).toBe(200)

    const restored = await patch(before.id, { deleted: false, description: 'Back' })
    expect(restored).toMatchObject({ status: 200, body: { deleted: false, description: 'Back' } })
    expect((await get(before.id)).body).toEqual(restored.body)
  })

  test('by DELETE is refused without a body and changes nothing', async () => {
    const before = await created()
    const answer = await server.request('DELETE', `${INSIGHTS}${before.id}/`)
    expect(answer.status).toBe(405)
    expect(answer.body).toBeUndefined()
    expect(answer.headers['content-type']).toBeUndefined()
    expect(answer.headers.allow).toBe('GET, HEAD, PATCH, PUT')
    expect((await get(before.id)).body).toEqual(before)
  })

  test.each([
    ['text/plain', 'hello'],
    ['application/json', '{"broken'],
    ['application/json', '[1]'],
  ])('call 6: a body is not read: %s %s', async (type, payload) => {
    const { id } = await created()
    const answer = await server.app.server.inject({
      method: 'DELETE',
      url: `${INSIGHTS}${id}/`,
      headers: { authorization: `Bearer ${KEY}`, 'content-type': type },
      payload,
    })
    expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([405, '', undefined])
  })
})
