import { afterEach, beforeAll, expect, test } from 'vitest'
import { KEY, useApp } from '../fixtures/use-app.ts'
import { exchange, expectError, listen, request } from './listening.ts'

const server = useApp()
const AUTHORIZED = [`Authorization: Bearer ${KEY}`]
const INSIGHTS = '/api/projects/1/insights/'
let port = 0

beforeAll(async () => {
  // The interval at which the server looks for requests that take too long; by default 30 s.
  Reflect.set(server.app.server.server, 'connectionsCheckingInterval', 20)
  port = await listen(server)
})

afterEach(async () => {
  const [health] = await exchange(port, request('GET /_health'))
  expect(health).toMatchObject({ status: 200, text: expect.stringMatching(/^\{"status":"ok",/) })
})

test.each(['PROPFIND', 'TRACE', 'PURGE', 'LINK', 'SEARCH', 'MKCOL', 'M-SEARCH', 'OPTIONS'])(
  '%s is 405 on a known path and 404 on another',
  async (method) => {
    const known = await exchange(port, request(`${method} ${INSIGHTS}`, AUTHORIZED))
    expectError(known, 405, 'method_not_allowed')
    expect(known[0]?.headers.allow).toBe('GET, HEAD, POST')
    expectError(await exchange(port, request(`${method} /unknown`)), 404, 'not_found')
  },
)

test.each([
  [INSIGHTS, 'GET, HEAD, POST', 'DELETE'],
  ['/api/environments/1/insights/', 'GET, HEAD, POST', 'PUT'],
  [`${INSIGHTS}1/`, 'DELETE, GET, HEAD, PATCH, PUT', 'POST'],
  ['/api/projects/1/', 'GET, HEAD, PATCH', 'DELETE'],
  ['/api/personal_api_keys/1/', 'DELETE, GET, HEAD, PATCH', 'POST'],
  ['/batch/', 'GET, POST', 'PUT'],
  ['/e', 'GET, POST', 'HEAD'],
  ['/i/v1/analytics/events', 'POST', 'GET'],
  ['/_health', 'GET, HEAD', 'POST'],
])('the path %s allows %s', async (path, allowed, method) => {
  const [answer] = await exchange(port, request(`${method} ${path}`, AUTHORIZED))
  expect([answer?.status, answer?.headers.allow]).toEqual([405, allowed])
})

test('an insight is not deleted: 405 without a body', async () => {
  const [answer] = await exchange(port, request(`DELETE ${INSIGHTS}1/`, AUTHORIZED))
  expect(answer).toMatchObject({ status: 405, text: '', headers: { allow: 'GET, HEAD, PATCH, PUT' } })
  expect(answer?.headers['content-length']).toBe('0')
})

test('HEAD responds like GET, without the body', async () => {
  const [get] = await exchange(port, request(`GET ${INSIGHTS}`, AUTHORIZED))
  const [head] = await exchange(port, request(`HEAD ${INSIGHTS}`, AUTHORIZED))
  const { date, 'x-request-id': requestId } = head?.headers ?? {}
  expect(head).toEqual({
    status: 200,
    headers: { ...get?.headers, date, 'x-request-id': requestId },
    text: '',
  })
  expect((await exchange(port, request('HEAD /unknown'))).map(({ status }) => status)).toEqual([404])
})

test.each([
  ['a method that HTTP does not know', 'FOO / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a method in lower case', 'get / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n'],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a version that does not exist', 'GET / HTTP/9.9\r\nHost: a\r\n\r\n'],
  ['white space in a header name', 'GET / HTTP/1.1\r\nHost: a\r\nX y: z\r\n\r\n'],
  ['NUL in a header', 'GET / HTTP/1.1\r\nHost: a\r\nX: \0\r\n\r\n'],
  ['two lengths', 'POST /e/ HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
  ['a negative length', 'POST /e/ HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n'],
  ['a length beyond all', `POST /e/ HTTP/1.1\r\nHost: a\r\nContent-Length: ${'9'.repeat(20)}\r\n\r\n`],
  [
    'a length and chunks, as for request smuggling',
    'POST /e/ HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /_health HTTP/1.1\r\n\r\n',
  ],
  ['a broken chunk', 'POST /e/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\nZZ\r\n'],
  ['an unknown transfer encoding', 'POST /e/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n{}'],
])('%s is 400 and the connection is closed', async (_, bytes) => {
  expectError(await exchange(port, bytes), 400, 'parse_error')
})

test('headers that are too large are 431', async () => {
  const long = 'x'.repeat(20_000)
  expectError(await exchange(port, request('GET /', [`X: ${long}`])), 431, 'headers_too_large')
  expectError(await exchange(port, request(`GET /${long}`)), 431, 'headers_too_large')
})

test.each([
  ['/api/%zz', 400, 'parse_error'],
  ['/api/projects/%ff/', 400, 'parse_error'],
  ['/api/projects/1/insights/%', 400, 'parse_error'],
  [`/api/projects/${'x'.repeat(15_000)}/`, 414, 'uri_too_long'],
  [`/${'x/'.repeat(7_000)}`, 404, 'not_found'],
  ['//api/projects/', 404, 'not_found'],
  ['/api//projects/', 404, 'not_found'],
  ['/api/projects/../../_health', 404, 'not_found'],
  ['/api/projects/1/insights/1/extra', 404, 'not_found'],
  ['/API/PROJECTS/', 404, 'not_found'],
])('the path %.40s is %d', async (path, status, code) => {
  expectError(await exchange(port, request(`GET ${path}`, AUTHORIZED)), status, code)
})

test.each(['a b', '[::', 'a:99999999', '', 'user:password@a', 'a/b?c#d', '\xe9', '<script>'])(
  'page links with the Host header %j lead to the same path',
  async (host) => {
    const path = `${INSIGHTS}?limit=1&offset=5`
    const bytes = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${AUTHORIZED}\r\n\r\n`
    const [answer] = await exchange(port, bytes)
    expect(answer?.status).toBe(200)
    expect(new URL(JSON.parse(answer?.text ?? '').previous).pathname).toBe(INSIGHTS)
  },
)

test('HTTP/1.0 needs no Host', async () => {
  const [answer] = await exchange(port, `GET ${INSIGHTS}?offset=5 HTTP/1.0\r\n${AUTHORIZED}\r\n\r\n`)
  expect(answer?.status).toBe(200)
})

test('pipelined requests are answered in order, the good ones next to the bad', async () => {
  const open = (line: string) => `${line} HTTP/1.1\r\nHost: a\r\n${AUTHORIZED}\r\n\r\n`
  const answers = await exchange(
    port,
    open('GET /_health') + open('GET /unknown') + open(`DELETE ${INSIGHTS}1/`),
    open('GET /api/%zz') + request(`GET ${INSIGHTS}`, AUTHORIZED),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 405, 400, 200])
})

test('a body that is announced too large is refused before it is sent', async () => {
  const capture = request('POST /batch/', [`Content-Length: ${21 * 2 ** 20}`], '{')
  expectError(await exchange(port, capture), 413, 'payload_too_large')
  const headers = [...AUTHORIZED, 'Content-Type: application/json', `Content-Length: ${2 ** 20 + 1}`]
  expectError(await exchange(port, request(`POST ${INSIGHTS}`, headers, '{')), 413, 'payload_too_large')
})

test('the OpenAPI document can be read', async () => {
  const [answer] = await exchange(port, request('GET /api/schema/'))
  expect(answer?.status).toBe(200)
  expect(Object.keys(JSON.parse(answer?.text ?? '').paths)).toContain('/api/projects/{project_id}/insights/')
})

test('an incomplete request is 408', async () => {
  const http = server.app.server.server
  expect([http.headersTimeout, http.requestTimeout]).toEqual([10_000, 30_000])
  Object.assign(http, { headersTimeout: 100, requestTimeout: 100 })
  const half = request('POST /batch/', ['Content-Length: 100'], '{"api_key":')
  expectError(await exchange(port, half), 408, 'request_timeout')
  expectError(await exchange(port, 'GET /_health HTTP/1.1\r\nHost:'), 408, 'request_timeout')
  Object.assign(http, { headersTimeout: 10_000, requestTimeout: 30_000 })
})
