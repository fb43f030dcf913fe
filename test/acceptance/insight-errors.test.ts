import { describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const INSIGHTS = '/api/projects/1/insights/'

describe('calls 2 and 5: a body that is refused names the field, on create and on update', () => {
  test.each([
    ['filters that are no JSON', { filters: '{"insight":' }, 'filters', 'invalid_input'],
    ['filters that are the text of a list', { filters: '[]' }, 'filters', 'invalid_input'],
    ['filters as a list', { filters: [] }, 'filters', 'invalid_input'],
    ['a name of 401 characters', { name: 'x'.repeat(401) }, 'name', 'max_length'],
    ['a derived name of 401', { derived_name: 'x'.repeat(401) }, 'derived_name', 'max_length'],
    ['a description of 401', { description: 'x'.repeat(401) }, 'description', 'max_length'],
    ['a name that is a number', { name: 5 }, 'name', 'invalid_input'],
    ['an order of 2^31', { order: 2 ** 31 }, 'order', 'max_value'],
    ['an order of -2^31 - 1', { order: -(2 ** 31) - 1 }, 'order', 'min_value'],
    ['an order with a fraction', { order: 1.5 }, 'order', 'invalid_input'],
    ['a query that is no JSON', { query: '{"kind":' }, 'query', 'invalid_input'],
    ['a query that is the text of a list', { query: '[]' }, 'query', 'invalid_input'],
    ['a query that is a number', { query: 5 }, 'query', 'invalid_input'],
    ['deleted as a number', { deleted: 1 }, 'deleted', 'invalid_input'],
    ['saved as text', { saved: 'yes' }, 'saved', 'invalid_input'],
    ['favorited as null', { favorited: null }, 'favorited', 'invalid_input'],
    ['tags as text', { tags: 'growth' }, 'tags', 'invalid_input'],
    ['a tag of 256 characters', { tags: ['ok', 'x'.repeat(256)] }, 'tags__1', 'max_length'],
    ['a dashboard that is not there', { dashboards: [99] }, 'dashboards', 'does_not_exist'],
  ])('%s', async (_name, body, attr, code) => {
    const expected = {
      status: 400,
      body: { type: 'validation_error', code, detail: expect.any(String), attr },
    }
    const { body: insight } = await server.request('POST', INSIGHTS, { name: 'Before' })
    const created = await server.request('POST', INSIGHTS, body)
    const updated = await server.request('PATCH', `${INSIGHTS}${insight.id}/`, body)
    expect([created.status, created.body]).toEqual([expected.status, expected.body])
    expect([updated.status, updated.body]).toEqual([expected.status, expected.body])
    expect((await server.request('GET', `${INSIGHTS}${insight.id}/`)).body).toEqual(insight)
  })

  test.each([
    ['no JSON', '{"name":'],
    ['a list', '[]'],
    ['a number', '5'],
  ])('%s instead of an object', async (_name, text) => {
    const answer = await server.request('POST', INSIGHTS, text)
    expect(answer).toMatchObject({ status: 400, body: { attr: null, detail: expect.any(String) } })
  })

  test('values at the limit are accepted', async () => {
    const body = { name: 'x'.repeat(400), order: 2 ** 31 - 1, tags: ['x'.repeat(255)] }
    expect(await server.request('POST', INSIGHTS, body)).toMatchObject({ status: 201, body })
    const least = { order: -(2 ** 31) }
    expect(await server.request('POST', INSIGHTS, least)).toMatchObject({ status: 201, body: least })
  })
})

describe('calls 1, 2, 4, 5, 12 and 22: an unknown format is refused', () => {
  const CALLS = [
    ['GET', INSIGHTS],
    ['POST', INSIGHTS],
    ['GET', `${INSIGHTS}1/`],
    ['PATCH', `${INSIGHTS}1/`],
    ['POST', `${INSIGHTS}trend/`],
    ['POST', `${INSIGHTS}funnel/`],
  ] as const
  test.each(CALLS.flatMap(([method, path]) => ['xml', 'CSV'].map((format) => ({ method, path, format }))))(
    '$method $path?format=$format',
    async ({ method, path, format }) => {
      const body = method === 'GET' ? undefined : {}
      const answer = await server.request(method, `${path}?format=${format}`, body)
      expect(answer).toMatchObject({ status: 400, body: { type: 'validation_error', attr: 'format' } })
    },
  )
})

test('another method is 405 with the allowed ones', async () => {
  const answer = await server.request('PUT', INSIGHTS, {})
  expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed', attr: null } })
  expect(answer.headers.allow).toBe('GET, HEAD, POST')
})

test('without credentials and with a wrong key: 401', async () => {
  for (const key of [null, 'phx_wrong_0123456789abcdef']) {
    const answer = await server.request('GET', INSIGHTS, undefined, key)
    expect(answer).toMatchObject({ status: 401, body: { type: 'authentication_error', attr: null } })
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  }
})

test('a key needs the scope of the call', async () => {
  const reader = await server.newKey(['insight:read'])
  const writer = await server.newKey(['insight:write'])
  expect((await server.request('GET', INSIGHTS, undefined, reader)).status).toBe(200)
  expect(await server.request('POST', INSIGHTS, {}, reader)).toMatchObject({
    status: 403,
    body: {
      type: 'authentication_error',
      code: 'permission_denied',
      detail: "API key missing required scope 'insight:write'",
    },
  })
  // A scope for writing includes reading.
  expect((await server.request('GET', INSIGHTS, undefined, writer)).status).toBe(200)
  const trend = { events: [{ id: 'x' }] }
  expect((await server.request('POST', `${INSIGHTS}trend/`, trend, reader)).status).toBe(200)
})
