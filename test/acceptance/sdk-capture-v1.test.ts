import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { TOKEN, useApp } from '../fixtures/use-app.ts'
import { exchange, listen, request } from '../security/listening.ts'

const server = useApp({ THROUGHLINE_CAPTURE_BODY_BYTES: '100000' })
const PATH = '/i/v1/analytics/events'
const HEADERS = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` }

async function post(payload: string | Buffer, headers: Record<string, string> = HEADERS, path = PATH) {
  const response = await server.app.server.inject({ method: 'POST', url: path, payload, headers })
  return { status: response.statusCode, headers: response.headers, body: JSON.parse(response.body) }
}
const postBatch = (batch: readonly unknown[], headers?: Record<string, string>, path?: string) =>
  post(JSON.stringify({ created_at: new Date(server.nowMs).toISOString(), batch }), headers, path)

const timestamp = new Date(server.nowMs).toISOString()
const eventNamed = (event: string, uuid: string = randomUUID()) => ({
  event,
  uuid,
  distinct_id: 'ada',
  timestamp,
  options: {},
  properties: {},
})

async function count(event: string): Promise<number> {
  const { body } = await server.request('POST', '/api/projects/1/insights/trend/', {
    events: [{ id: event }],
  })
  return body.result[0].count
}

test.each([PATH, `${PATH}/`])('%s has a result for every event', async (path) => {
  const [first, second] = [eventNamed(`kept ${path}`), eventNamed(`kept ${path}`)]
  const nameless = { ...eventNamed(''), event: undefined }
  const nobodys = { ...eventNamed('nobodys'), distinct_id: '' }
  const answer = await postBatch([first, nameless, second, nobodys], HEADERS, path)
  expect(answer).toMatchObject({ status: 200, headers: { date: expect.stringMatching(/ GMT$/) } })
  expect(answer.body).toEqual({
    results: {
      [first.uuid]: { result: 'ok' },
      [nameless.uuid]: { result: 'drop', details: 'missing_event_name' },
      [second.uuid]: { result: 'ok' },
      [nobodys.uuid]: { result: 'drop', details: 'missing_distinct_id' },
    },
  })
  expect(await count(`kept ${path}`)).toBe(2)
})

test('a repeated event is ok, and stored once', async () => {
  const event = eventNamed('repeated')
  const ok = { status: 200, body: { results: { [event.uuid]: { result: 'ok' } } } }
  expect(await postBatch([event, event])).toMatchObject(ok)
  expect(await postBatch([event])).toMatchObject(ok)
  const gzipped = gzipSync(JSON.stringify({ batch: [event] }))
  expect(await post(gzipped, { ...HEADERS, 'content-encoding': 'gzip' })).toMatchObject(ok)
  expect(await count('repeated')).toBe(1)
})

test('results have the uuids as they were sent, in upper case as well', async () => {
  const event = eventNamed('upper', randomUUID().toUpperCase())
  expect((await postBatch([event])).body.results).toEqual({ [event.uuid]: { result: 'ok' } })
})

test('the response has the id of the request, also with an error', async () => {
  for (const [batch, status] of [
    [[eventNamed('with id')], 200],
    [null, 400],
  ] as const) {
    const body = batch === null ? 'no JSON' : JSON.stringify({ batch })
    const answer = await post(body, { ...HEADERS, 'posthog-request-id': 'request-5' })
    expect([answer.status, answer.headers['posthog-request-id']]).toEqual([status, 'request-5'])
  }
})

test('an empty batch has no results', async () => {
  expect(await postBatch([])).toMatchObject({ status: 200, body: { results: {} } })
})

describe('errors have the form of this protocol', () => {
  const batch = JSON.stringify({ batch: [eventNamed('refused')] })
  const withToken = (authorization: string) => ({ ...HEADERS, authorization })
  test.each([
    ['no token', 401, 'missing_authorization', batch, { 'content-type': 'application/json' }],
    ['an unknown token', 401, 'missing_authorization', batch, withToken('Bearer phc_nobody_has_this_token')],
    ['a personal key', 401, 'missing_authorization', batch, withToken('Bearer phx_test_0123456789abcdef')],
    ['no JSON', 400, 'request_parsing_error', '{"batch":', HEADERS],
    ['no object', 400, 'request_parsing_error', '5', HEADERS],
    ['gzip cut short', 400, 'request_parsing_error', gzipSync(batch).subarray(0, 20), HEADERS],
    [
      'a form',
      415,
      'unsupported_content_type',
      'data=e30%3D',
      { ...HEADERS, 'content-type': 'application/x-www-form-urlencoded' },
    ],
    ['a body that is too large', 413, 'payload_too_large', ' '.repeat(100_001), HEADERS],
    ['one that inflates to it', 413, 'payload_too_large', gzipSync(' '.repeat(100_001)), HEADERS],
  ])('%s: %d %s', async (_name, status, error, payload, headers: Record<string, string>) => {
    const answer = await post(payload, headers)
    expect([answer.status, answer.body]).toEqual([
      status,
      { error, error_description: expect.stringMatching(/^.{10,}$/), error_uri: '/api/schema/' },
    ])
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    // The response has no Retry-After, because the request would fail again.
    expect(answer.headers).not.toHaveProperty('retry-after')
    expect(await count('refused')).toBe(0)
  })
})

test('an incomplete body is refused after a time, and may be sent again', async () => {
  const http = server.app.server.server
  // The interval at which the server looks for requests that take too long; by default 30 s.
  Reflect.set(http, 'connectionsCheckingInterval', 20)
  const port = await listen(server)
  // Both timeouts are set, because Node takes the longer of the two for the whole request.
  http.headersTimeout = 100
  http.requestTimeout = 100
  const half = request(`POST ${PATH}`, [`Authorization: Bearer ${TOKEN}`, 'Content-Length: 100'], '{"batch":')
  const [answer] = await exchange(port, half)
  expect(answer).toMatchObject({ status: 408, headers: { 'retry-after': '1' } })
})

// This test comes last, because the server stores nothing from here on.
test('the response of a server that cannot store has Retry-After', async () => {
  await server.app.engine.close()
  const answer = await postBatch([eventNamed('too late')], { ...HEADERS, 'posthog-request-id': 'request-6' })
  expect([answer.status, answer.body.error]).toEqual([503, 'service_unavailable'])
  expect(answer.headers).toMatchObject({ 'retry-after': '1', 'posthog-request-id': 'request-6' })
})
