import { describe, expect, test } from 'vitest'
import { KEY, TOKEN, useApp } from '../fixtures/use-app.ts'

const server = useApp()
const ORIGIN = 'https://shop.example:8443'

const CAPTURE = [
  '/i/v0/e',
  '/e',
  '/capture',
  '/track',
  '/engage',
  '/batch',
  '/i/v0/ai/batch',
  '/i/v1/analytics/events',
]
const DISCARD = ['/s', '/ses', '/i/v1/logs', '/i/v1/metrics']
const ANSWERS = ['/flags', '/decide', `/array/${TOKEN}/config`]
const SCRIPTS = [`/array/${TOKEN}/config.js`, '/static/array.js', '/static/1.0.0/surveys.js']
const PATHS = [...[...CAPTURE, ...DISCARD, ...ANSWERS].flatMap((path) => [path, `${path}/`]), ...SCRIPTS]

const ECHO = { 'access-control-allow-origin': ORIGIN, 'access-control-allow-credentials': 'true' }

const send = (method: 'GET' | 'POST' | 'OPTIONS', url: string, headers: Record<string, string>) =>
  server.app.server.inject({
    method,
    url,
    headers,
    ...(method === 'POST' && { payload: JSON.stringify({ api_key: TOKEN, batch: [] }) }),
  })

test.each(PATHS)('%s is open to pages of other origins', async (path) => {
  const preflight = await send('OPTIONS', `${path}?ip=1&_=5`, {
    origin: ORIGIN,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type,posthog-request-id',
  })
  expect([preflight.statusCode, preflight.body]).toEqual([204, ''])
  expect(preflight.headers).toMatchObject({
    ...ECHO,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'authorization,content-type,posthog-request-id',
    vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
  })
  const method = /array|static/.test(path) ? 'GET' : 'POST'
  const answer = await send(method, path, { origin: ORIGIN, 'content-type': 'text/plain' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject(ECHO)
  expect(answer.headers.vary).toMatch(/^Origin/)
})

test('errors can be read by the page as well', async () => {
  const cases: readonly ['GET' | 'POST', string, number][] = [
    ['POST', '/e/', 401],
    ['POST', '/i/v1/analytics/events', 401],
    ['GET', '/static/none.js', 404],
    ['GET', '/array/a.b/config', 400],
    ['GET', '/flags/definitions', 401],
  ]
  for (const [method, url, status] of cases) {
    const headers = { origin: ORIGIN }
    const answer = await server.app.server.inject({
      method,
      url,
      headers,
      ...(method === 'POST' && { payload: '{"batch":[]}' }),
    })
    expect([url, answer.statusCode]).toEqual([url, status])
    expect(answer.headers).toMatchObject(ECHO)
  }
})

test('the origin null of a sandboxed page is echoed', async () => {
  const { headers } = await send('POST', '/e/', { origin: 'null' })
  expect(headers['access-control-allow-origin']).toBe('null')
})

test('without an Origin no origin is allowed, and Vary names the header', async () => {
  const { statusCode, headers } = await send('POST', '/e/', {})
  expect(statusCode).toBe(200)
  expect(headers.vary).toBe('Origin')
  expect(headers).not.toHaveProperty('access-control-allow-origin')
})

describe.each([
  '/api/projects/',
  '/api/projects/1/insights/',
  '/api/schema/',
  '/_health',
  '/',
  '/engaged',
  '/express',
])('%s', (url) => {
  test('is closed to pages of other origins', async () => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const { headers } = await send(method, url, {
        origin: ORIGIN,
        authorization: `Bearer ${KEY}`,
        'access-control-request-method': 'GET',
      })
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })
})
