import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { droppedEvents } from '../fixtures/dropped-events.ts'
import { KEY, TOKEN, useApp } from '../fixtures/use-app.ts'

const server = useApp()

async function send(path: string, payload: string | Buffer, headers: Record<string, string> = {}) {
  const response = await server.app.server.inject({ method: 'POST', url: path, payload, headers })
  return { status: response.statusCode, body: JSON.parse(response.body) }
}

const get = async (url: string) => {
  const { statusCode, body } = await server.app.server.inject({ url })
  return { status: statusCode, body: JSON.parse(body) }
}

async function count(event: string, projectId = 1): Promise<number> {
  const { body } = await server.request('POST', `/api/projects/${projectId}/insights/trend/`, {
    events: [{ id: event }],
  })
  return body.result[0].count
}

const TAKEN = { status: 200, body: { status: 1 } }
const JSON_TYPE = { 'content-type': 'application/json' }
const TEXT_TYPE = { 'content-type': 'text/plain' }
const GZIP = { 'content-encoding': 'gzip' }

/** The forms of a body on the wire. posthog-js sends gzip as text/plain, without a Content-Encoding. */
const WIRE_FORMS = [
  { wire: 'plain JSON', headers: JSON_TYPE, encode: Buffer.from },
  { wire: 'plain, text/plain', headers: TEXT_TYPE, encode: Buffer.from },
  { wire: 'gzip with Content-Encoding', headers: { ...JSON_TYPE, ...GZIP }, encode: gzipSync },
  { wire: 'gzip as application/json, unannounced', headers: JSON_TYPE, encode: gzipSync },
  { wire: 'gzip as text/plain, unannounced', headers: TEXT_TYPE, encode: gzipSync },
  { wire: 'gzip as text/plain with Content-Encoding', headers: { ...TEXT_TYPE, ...GZIP }, encode: gzipSync },
]
const PATHS = ['/batch', '/capture', '/track', '/engage', '/e', '/i/v0/e'].flatMap((path) => [
  path,
  `${path}/`,
])
const CASES = [...PATHS, '/i/v0/ai/batch', '/i/v0/ai/batch/'].flatMap((path) =>
  WIRE_FORMS.map((form) => ({ path, ...form })),
)

test.each(CASES)('POST $path takes $wire: one event, a list, a batch', async (wireCase) => {
  const event = `${wireCase.path} ${wireCase.wire}`
  const one = { event, distinct_id: 'ada' }
  const post = (body: unknown) => send(wireCase.path, wireCase.encode(JSON.stringify(body)), wireCase.headers)
  expect(await post({ ...one, api_key: TOKEN })).toEqual(TAKEN)
  expect(await post(Array(2).fill({ ...one, token: TOKEN }))).toEqual(TAKEN)
  expect(await post({ api_key: TOKEN, batch: Array(4).fill(one) })).toEqual(TAKEN)
  // The forms send 1, 2 and 4 events, so that the sum tells which form is missing.
  expect(await count(event)).toBe(7)
})

describe('places of the token', () => {
  const one = (event: string) => ({ event, distinct_id: 'ada' })
  test.each([
    ['api_key', (e: string) => ({ ...one(e), api_key: TOKEN }), {}],
    ['token', (e: string) => ({ ...one(e), token: TOKEN }), {}],
    ['api_key of a batch', (e: string) => ({ api_key: TOKEN, batch: [one(e)] }), {}],
    ['token of a batch', (e: string) => ({ token: TOKEN, batch: [one(e)] }), {}],
    ['api_key of an event in a batch', (e: string) => ({ batch: [{ ...one(e), api_key: TOKEN }] }), {}],
    ['token of an event in a list', (e: string) => [{ ...one(e), token: TOKEN }], {}],
    ['properties.token', (e: string) => ({ ...one(e), properties: { token: TOKEN } }), {}],
    ['properties.token in a list', (e: string) => [{ ...one(e), properties: { token: TOKEN } }], {}],
    ['Authorization', (e: string) => one(e), { authorization: `Bearer ${TOKEN}` }],
    ['Authorization for a batch', (e: string) => ({ batch: [one(e)] }), { authorization: `Bearer ${TOKEN}` }],
  ])('%s', async (place, bodyOf, headers: Record<string, string>) => {
    const event = `token in ${place}`
    expect(await send('/batch/', JSON.stringify(bodyOf(event)), { ...JSON_TYPE, ...headers })).toEqual(TAKEN)
    expect(await count(event)).toBe(1)
  })
})

describe('refused requests', () => {
  const batch = [{ event: 'refused', distinct_id: 'ada' }]
  test.each([
    ['an unknown token', { api_key: 'phc_nobody_has_this_token', batch }, 'invalid_api_key'],
    ['no token', { batch }, 'missing_api_key'],
    ['an empty token', { api_key: '', batch }, 'missing_api_key'],
    ['a personal API key', { api_key: KEY, batch }, 'invalid_personal_api_key'],
  ])('%s: 401', async (_name, body, code) => {
    const answer = await send('/batch/', JSON.stringify(body), JSON_TYPE)
    expect(answer).toMatchObject({ status: 401, body: { type: 'authentication_error', code, attr: null } })
    expect(await count('refused')).toBe(0)
  })

  test.each([
    ['text that is no JSON', Buffer.from('{"api_key":'), 'parse_error'],
    ['an empty body', Buffer.alloc(0), 'parse_error'],
    ['gzip cut short', gzipSync('{"event":"cut"}').subarray(0, 15), 'parse_error'],
    ['a number', Buffer.from('5'), 'invalid_payload'],
  ])('%s: 400', async (_name, payload, code) => {
    expect(await send('/batch/', payload, JSON_TYPE)).toMatchObject({
      status: 400,
      body: { type: 'invalid_request', code },
    })
  })
})

const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')

describe.each(PATHS)('%s', (path) => {
  const text = (event: string) => JSON.stringify({ event, distinct_id: 'ada', api_key: TOKEN })

  test.each([
    ['base64 in a form', (e: string) => `data=${encodeURIComponent(base64(text(e)))}`, '?compression=base64'],
    ['JSON in a form', (e: string) => `data=${encodeURIComponent(text(e))}`, ''],
    ['gzip in base64 in a form', (e: string) => `data=${encodeURIComponent(base64(gzipSync(text(e))))}`, ''],
  ])('takes %s', async (form, payloadOf, search) => {
    const event = `${path} ${form}`
    expect(await send(path + search, payloadOf(event), FORM_TYPE)).toEqual(TAKEN)
    expect(await count(event)).toBe(1)
  })

  test.each([
    ['base64', (e: string) => base64(text(e))],
    ['JSON', text],
  ])('takes %s in the address of a GET', async (form, dataOf) => {
    const event = `${path} GET ${form}`
    expect(await get(`${path}?data=${encodeURIComponent(dataOf(event))}`)).toEqual(TAKEN)
    expect(await count(event)).toBe(1)
  })

  test('a GET without data is refused, and a HEAD has no route', async () => {
    expect(await get(path)).toMatchObject({
      status: 400,
      body: { type: 'invalid_request', code: 'parse_error' },
    })
    const address = `${path}?data=${encodeURIComponent(text(`${path} HEAD`))}`
    const head = await server.app.server.inject({ method: 'HEAD', url: address })
    expect([head.statusCode, head.headers.allow]).toEqual([405, 'GET, POST'])
    expect(await count(`${path} HEAD`)).toBe(0)
  })

  test('a beacon is answered with 204, and refused with the usual errors', async () => {
    const event = `${path} beacon`
    const beacon = (payload: string) =>
      server.app.server.inject({ method: 'POST', url: `${path}?ip=1&beacon=1`, payload, headers: TEXT_TYPE })
    const taken = await beacon(text(event))
    expect([taken.statusCode, taken.body]).toEqual([204, ''])
    expect(await count(event)).toBe(1)
    expect((await beacon('{"batch":[]}')).statusCode).toBe(401)
    for (const search of ['?beacon=0', '?beacon=', '?beacon=1&beacon=1'])
      expect(await send(path + search, text(`${path} no beacon`), TEXT_TYPE)).toEqual(TAKEN)
  })
})

describe.each([
  ['/s', 'session_recording', { event: '$snapshot', distinct_id: 'ada' }],
  ['/ses', 'session_recording', { event: '$snapshot', distinct_id: 'ada' }],
  ['/i/v1/logs', 'unsupported_product', { body: 'a line' }],
  ['/i/v1/metrics', 'unsupported_product', { gauge: 1 }],
])('%s', (path, reason, item) => {
  test('responds with success and counts the items, without storing them', async () => {
    const { id, token } = await server.newProject()
    const batch = [1, 2, 3].map((n) => ({ ...item, properties: { n } }))
    const body = JSON.stringify({ api_key: token, batch })
    expect(await send(path, gzipSync(body), TEXT_TYPE)).toEqual(TAKEN)
    expect(await send(`${path}/`, body, JSON_TYPE)).toEqual(TAKEN)
    // A body that cannot be parsed, such as Protobuf, counts as one event.
    const headers = { 'content-type': 'application/x-protobuf' }
    expect(await send(`${path}?token=${token}`, Buffer.from([10, 255, 0]), headers)).toEqual(TAKEN)
    const inHeader = { ...headers, authorization: `Bearer ${token}` }
    expect(await send(path, Buffer.from([10, 255, 0]), inHeader)).toEqual(TAKEN)
    expect(await droppedEvents(server, id)).toMatchObject([{ reason, count: 8 }])
    expect(await count('$snapshot', id)).toBe(0)
  })

  test('accepts any body of a project, and refuses one without a project', async () => {
    for (const payload of ['', 'no JSON', '{}', '[]', 'null', Buffer.from([0x1f, 0x8b, 0])]) {
      expect(await send(`${path}?token=${TOKEN}`, payload, TEXT_TYPE)).toEqual(TAKEN)
      expect(await send(path, payload, TEXT_TYPE)).toMatchObject({
        status: 401,
        body: { code: 'missing_api_key' },
      })
    }
    const unknown = JSON.stringify({ api_key: 'phc_nobody_has_this_token', batch: [] })
    expect(await send(path, unknown, JSON_TYPE)).toMatchObject({
      status: 401,
      body: { code: 'invalid_api_key' },
    })
  })

  test('refuses a body that holds too much, in which events could be', async () => {
    const { token } = await server.newProject()
    const body = JSON.stringify({ api_key: token, batch: Array(50_001).fill(0) })
    expect(await send(path, body, JSON_TYPE)).toMatchObject({
      status: 413,
      body: { code: 'too_many_events' },
    })
  })
})

test.each([
  'text',
  '',
  'a/b;;;',
  'application/json, text/plain',
  'application/json; charset=utf-16',
  'multipart/form-data; boundary=x',
  '*/*',
  'é',
  'x'.repeat(500),
])('events are stored with any content type: %.40s', async (type) => {
  const event = `sent as ${type}`.slice(0, 100)
  const body = JSON.stringify({ event, distinct_id: 'ada', api_key: TOKEN })
  expect(await send('/e/', body, { 'content-type': type })).toEqual(TAKEN)
  expect(await count(event)).toBe(1)
})

test('an empty batch is accepted', async () => {
  expect(await send('/batch/', JSON.stringify({ api_key: TOKEN, batch: [] }), JSON_TYPE)).toEqual(TAKEN)
})

test('a token belongs to one project', async () => {
  const other = await server.newProject()
  await server.capture([{ event: 'theirs', distinct_id: 'ada' }], other.token)
  expect(await count('theirs')).toBe(0)
  expect(await count('theirs', other.id)).toBe(1)
})

// In browsers posthog-js loses a batch that is answered with 413 or 429. It sends at most 100 events, plus 10
// for each of five seconds, and cuts texts to 65,535 characters.
test('a batch as large as that of posthog-js in browsers is stored', async () => {
  const project = await server.newProject()
  const properties = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`property ${i}`, `value ${i}`]))
  const event = {
    event: 'large',
    distinct_id: 'ada',
    properties: { ...properties, text: 'x'.repeat(65_535) },
  }
  await server.capture(Array(150).fill(event), project.token)
  expect(await count('large', project.id)).toBe(150)
})
