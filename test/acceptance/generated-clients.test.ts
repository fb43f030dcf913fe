import { expect, test } from 'vitest'
import { KEY, useApp } from '../fixtures/use-app.ts'

const server = useApp()
const INSIGHTS = '/api/projects/1/insights/'
const NODE = {
  kind: 'InsightVizNode',
  source: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'paid' }] },
}

/**
 * Sends requests like both clients do: as JSON only if there is a body. Responses are parsed by their content
 * type.
 */
async function send(method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: string, body?: object) {
  const response = await server.app.server.inject({
    method,
    url,
    headers: { accept: 'application/json', authorization: `Bearer ${KEY}` },
    ...(body !== undefined && { payload: body }),
  })
  const type = response.headers['content-type']
  return {
    status: response.statusCode,
    type,
    body: type?.toString().startsWith('application/json') ? response.json() : response.body,
  }
}
const JSON_TYPE = expect.stringMatching(/^application\/json/)

test('Drakkar: list, create, get and change insights; a hard deletion is refused', async () => {
  const created = await send('POST', INSIGHTS, { name: 'Kept', query: NODE, tags: ['a'] })
  expect(created).toMatchObject({ status: 201, type: JSON_TYPE, body: { name: 'Kept', query: NODE } })
  const { id, created_by } = created.body

  // The client sends these parameters with every list and every read.
  const list = await send('GET', `${INSIGHTS}?basic=true&created_by=${created_by.id}&refresh=force_cache`)
  expect(list).toMatchObject({
    status: 200,
    type: JSON_TYPE,
    body: { count: 1, results: [{ id, name: 'Kept' }] },
  })
  const read = await send('GET', `${INSIGHTS}${id}/?refresh=force_cache`)
  expect(read).toMatchObject({ status: 200, type: JSON_TYPE, body: { id, result: null, is_cached: 'false' } })

  for (const method of ['PATCH', 'PUT'] as const) {
    const changed = await send(method, `${INSIGHTS}${id}/`, { name: method })
    expect(changed).toMatchObject({ status: 200, type: JSON_TYPE, body: { id, name: method, query: NODE } })
  }
  // If the response had the content type of JSON, the client would try to parse its empty body.
  expect(await send('DELETE', `${INSIGHTS}${id}/`)).toEqual({ status: 405, type: undefined, body: '' })
  expect((await send('GET', `${INSIGHTS}${id}/`)).body).toMatchObject({ id, deleted: false })
})

test('Speakeasy: the fields that it declares, and the soft deletion', async () => {
  const { body: created } = await send('POST', INSIGHTS, { name: 'Typed', query: NODE })
  const read = await send('GET', `${INSIGHTS}${created.id}/?refresh=true`)
  expect(read).toMatchObject({ status: 200, type: JSON_TYPE })
  expect(read.body).toMatchObject({
    id: expect.any(Number),
    short_id: expect.any(String),
    filters: expect.any(Object),
    query: expect.any(Object),
    result: expect.any(String),
    is_cached: expect.any(String),
    last_refresh: expect.any(String),
    timezone: 'UTC',
    dashboards: [],
    dashboard_tiles: [],
    tags: [],
    deleted: false,
    favorited: false,
    saved: false,
    is_sample: false,
    effective_restriction_level: expect.any(Number),
    effective_privilege_level: expect.any(Number),
    created_by: {
      id: 1,
      uuid: expect.any(String),
      email: expect.any(String),
      distinct_id: expect.any(String),
    },
  })
  for (const field of ['created_at', 'updated_at', 'last_modified_at'])
    expect(Number.isNaN(Date.parse(read.body[field]))).toBe(false)

  const deleted = await send('PATCH', `${INSIGHTS}${created.id}/`, { deleted: true })
  expect(deleted).toMatchObject({ status: 200, body: { id: created.id, deleted: true } })
  expect(await send('GET', `${INSIGHTS}${created.id}/`)).toMatchObject({ status: 404, type: JSON_TYPE })
})
