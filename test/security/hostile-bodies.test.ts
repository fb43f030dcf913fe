import { gzipSync } from 'node:zlib'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/fragments/fragment.ts'
import { droppedEvents } from '../fixtures/dropped-events.ts'
import { KEY, TOKEN, useApp } from '../fixtures/use-app.ts'
import { expectError, listen, type RawAnswer } from './listening.ts'

const server = useApp()
const INSIGHTS = '/api/projects/1/insights/'
const MiB = 2 ** 20
let port = 0
beforeAll(async () => {
  port = await listen(server)
})
afterEach(async () => {
  expect((await fetch(`http://127.0.0.1:${port}/_health`)).status).toBe(200)
})

type Body = string | Buffer
/** Sends one POST over a real connection. */
async function post(path: string, body: Body, headers: Record<string, string>): Promise<RawAnswer[]> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body, headers })
  const text = await response.text()
  return [{ status: response.status, headers: Object.fromEntries(response.headers), text }]
}
const api = (path: string, body: Body, contentType = 'application/json') =>
  post(path, body, { authorization: `Bearer ${KEY}`, 'content-type': contentType })
const capture = (body: Body, contentType = 'application/json') =>
  post('/batch/', body, { 'content-type': contentType })
/** Makes a batch from events that are given as JSON text. */
const batch = (...events: string[]) => `{"api_key":"${TOKEN}","batch":[${events.join(',')}]}`
const taken = async (body: Body) => expect((await capture(body)).map(({ status }) => status)).toEqual([200])

async function countOf(event: string, properties: object[] = []): Promise<number> {
  const { body } = await server.request('POST', `${INSIGHTS}trend/`, { events: [{ id: event, properties }] })
  return body.result[0].count
}
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test.each([
  ['100,000 levels', nested(100_000)],
  ['100,000 levels that never close', '['.repeat(100_000)],
  ['65 levels', nested(65)],
  ['a half', '{"a":'],
  ['a second value', '{} {}'],
  ['a comment', '{/* a */}'],
  ['a trailing comma', '[1,]'],
  ['an unescaped control character', '"\n"'],
  ['an unknown word', '{"a":nan}'],
  ['NUL', '\0'],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
  ['half a UTF-8 character', Buffer.from('"é').subarray(0, 2)],
  ['UTF-16', Buffer.from('{}', 'utf16le')],
])('JSON with %s is 400', async (_, body) => {
  expectError(await capture(body), 400, 'parse_error')
  for (const path of [INSIGHTS, `${INSIGHTS}trend/`, '/api/projects/'])
    expectError(await api(path, body), 400, 'parse_error')
})

test('NaN is a parse error in the API, and null in capture, because old clients write it', async () => {
  expectError(await api('/api/projects/', '{"name":NaN}'), 400, 'parse_error')
  expectError(await capture('{"a":NaN}'), 401, 'missing_api_key')
})

test('64 levels are read', async () => {
  await taken(batch(`{"event":"deep","distinct_id":"a","properties":{"a":${nested(60)}}}`))
  expect(await countOf('deep')).toBe(1)
})

test('JSON text inside JSON has the same limits', async () => {
  const deep = JSON.stringify(nested(100_000))
  const inFilters = `{"events":[{"id":"a","properties":${deep}}]}`
  expectError(await api(`${INSIGHTS}trend/`, inFilters), 400, 'invalid_input')
  expectError(await api(`${INSIGHTS}trend/`, `{"events":${deep}}`), 400, 'invalid_input')
  const query = JSON.stringify(`{"kind":"TrendsQuery","a":${nested(100_000)}}`)
  expectError(await api(INSIGHTS, `{"query":${query}}`), 400, 'invalid_input')
})

test.each(['[]', '[{}]', 'null', '1', '"text"', 'true'])('%s is no body of the API', async (body) => {
  for (const path of [
    INSIGHTS,
    `${INSIGHTS}trend/`,
    `${INSIGHTS}funnel/`,
    '/api/projects/',
    '/api/personal_api_keys/',
  ])
    expectError(await api(path, body), 400, 'invalid_input')
})

test.each(['null', '1', '"text"', 'true'])('%s is no body of a capture', async (body) => {
  expectError(await capture(body), 400, 'invalid_payload')
})

test('a body is needed', async () => {
  expectError(await capture(''), 400, 'parse_error')
  expectError(await api('/api/projects/', ''), 400, 'required')
})

test.each([
  'text/plain',
  'text/html',
  'application/x-www-form-urlencoded',
  'application/xml',
  'garbage',
  'a/b/c',
  ';',
])('the API takes no %s', async (contentType) => {
  expectError(await api(INSIGHTS, '{}', contentType), 415, 'unsupported_media_type')
})

test('gzip that inflates beyond the limit is 413', async () => {
  expectError(await capture(gzipSync(Buffer.alloc(20 * MiB + 1, ' '))), 413, 'payload_too_large')
  // 200 kB, a thousandth of the 200 MiB that they inflate to.
  expectError(await capture(gzipSync(Buffer.alloc(200 * MiB))), 413, 'payload_too_large')
})

test('truncated, damaged or invalid gzip is 400', async () => {
  const whole = gzipSync(batch('{"event":"zipped","distinct_id":"a"}'))
  await taken(whole)
  const damaged = Buffer.from(whole)
  damaged.writeUInt8(damaged.readUInt8(20) ^ 0xff, 20)
  for (const body of [whole.subarray(0, 2), whole.subarray(0, -1), damaged, Buffer.from([0x1f, 0x8b, 8, 0])])
    expectError(await capture(body), 400, 'parse_error')
  expect(await countOf('zipped')).toBe(1)
})

test('bodies beyond the limits are 413', async () => {
  expectError(await capture(Buffer.alloc(20 * MiB + 1, ' ')), 413, 'payload_too_large')
  expectError(await api(INSIGHTS, Buffer.alloc(MiB + 1, ' ')), 413, 'payload_too_large')
})

test("JavaScript's own names are ordinary property names, and change no object", async () => {
  const properties =
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":"text"}'
  const event = `{"event":"own names","distinct_id":"a","__proto__":{"polluted":1},"properties":${properties}}`
  await taken(batch(event))
  expect(await countOf('own names', [{ key: 'toString', value: 'text' }])).toBe(1)
  const [row] = (await server.app.engine.rows(
    sql`SELECT properties_raw FROM events WHERE project_id = 1 AND event = 'own names'`,
    { name: 'test', projectId: null },
  )) as { properties_raw: string }[]
  expect(row?.properties_raw).toBe(properties)
  const question =
    '{"events":[{"id":"own names"}],"__proto__":{"interval":"x"},"constructor":{"prototype":{}}}'
  // Unknown keys of a question are refused here too.
  expect((await api(`${INSIGHTS}trend/`, question))[0]?.status).toBe(400)
  expect(
    (await api(INSIGHTS, '{"name":"a","filters":{"constructor":{"prototype":{"polluted":1}}}}'))[0]?.status,
  ).toBe(201)
  expect({}).not.toHaveProperty('polluted')
})

test('an event has 10,000 properties, and of equal keys the last', async () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`key ${i}`, i]))
  await taken(batch(`{"event":"many","distinct_id":"a","properties":${JSON.stringify(many)}}`))
  expect(await countOf('many', [{ key: 'key 9999', value: '9999' }])).toBe(1)
  await taken(batch('{"event":"twice","event":"last","distinct_id":"a","properties":{"k":1,"k":2}}'))
  expect([await countOf('twice'), await countOf('last', [{ key: 'k', value: 2 }])]).toEqual([0, 1])
})

test.each([
  ['-0', '0'],
  ['9007199254740993', '9007199254740993'],
  ['18446744073709551615', '18446744073709551615'],
  ['-9223372036854775808', '-9223372036854775808'],
  ['1e308', '1e308'],
  ['5e-324', '5e-324'],
])('the number %s is found as %s', async (number, text) => {
  await taken(batch(`{"event":"number ${number}","distinct_id":"a","properties":{"n":${number}}}`))
  expect(await countOf(`number ${number}`, [{ key: 'n', value: text }])).toBe(1)
})

test.each([
  ['1e400', '1e400'],
  ['-1e400', '-1e400'],
  ['100 digits', '9'.repeat(100)],
  ['a million digits', '9'.repeat(1_000_000)],
  ['19 million digits', '9'.repeat(19_000_000)],
])('a number of %s has no effect on its event and the next', async (name, number) => {
  const bad = `{"event":"number ${name}","distinct_id":"a","properties":{"n":${number},"kept":1}}`
  await taken(batch(bad, `{"event":"beside ${name}","distinct_id":"a"}`))
  expect(await countOf(`beside ${name}`)).toBe(1)
  expect(await countOf(`number ${name}`, [{ key: 'kept', value: 1 }])).toBe(1)
})

test.each([
  '"+300000-01-01T00:00:00Z"',
  '"-000001-01-01T00:00:00Z"',
  '"9999-12-31T23:59:59Z"',
  '"2149-01-01T00:00:00Z"',
  '"1969-12-31T23:59:59.999Z"',
  '"2026-11-20T25:00:00Z"',
  '"\\u0000"',
  '-1',
  '1e400',
  '1e17',
  '{}',
  '[]',
  'true',
  '12345678901234567890',
])('an event with the timestamp %s gets the time of its arrival', async (timestamp) => {
  await taken(
    batch(`{"event":${JSON.stringify(`at ${timestamp}`)},"distinct_id":"a","timestamp":${timestamp}}`),
  )
  expect(await countOf(`at ${timestamp}`)).toBe(1)
})

test('names and ids of a megabyte are cut to 200 characters', async () => {
  const long = 'x'.repeat(1_000_000)
  await taken(
    batch(`{"event":"${long}","distinct_id":"${long}"}`, `{"event":${'7'.repeat(1_000)},"distinct_id":1}`),
  )
  expect([await countOf('x'.repeat(200)), await countOf('7'.repeat(200))]).toEqual([1, 1])
})

test('invalid events are counted by reason, and their neighbours are stored', async () => {
  const { id, token } = await server.newProject()
  const good = (n: number) => ({ event: `good ${n}`, distinct_id: 'a' })
  const bad = [
    [1, null, 'text', true, [], [[]]],
    [{}, { event: '' }, { event: ' \n' }, { event: null, distinct_id: 'a' }],
    [{ event: 'a' }, { event: 'a', distinct_id: '' }, { event: 'a', distinct_id: null }],
    [1, 'text', [1], true].map((properties) => ({ event: 'a', distinct_id: 'a', properties })),
    [{ event: 'a', distinct_id: 'a', properties: { long: 'x'.repeat(MiB) } }],
  ]
  await server.capture([good(1), ...(bad.flat() as object[]), good(2)], token)
  const trend = { events: [{ id: null }] }
  const { body } = await server.request('POST', `/api/projects/${id}/insights/trend/`, trend)
  expect(body.result[0].count).toBe(2)
  const dropped = await droppedEvents(server, id)
  expect(Object.fromEntries(dropped.map(({ reason, count }) => [reason, Number(count)]))).toEqual({
    not_an_object: 6,
    missing_event_name: 4,
    missing_distinct_id: 3,
    properties_not_an_object: 4,
    event_too_large: 1,
  })
})

test('50,000 items that are not events are counted', async () => {
  const { id, token } = await server.newProject()
  await taken(`{"api_key":"${token}","batch":[${'0,'.repeat(49_999)}{"event":"a","distinct_id":"b"}]}`)
  const [dropped] = await droppedEvents(server, id)
  expect(dropped).toMatchObject({ reason: 'not_an_object', sample: '0' })
  expect(Number(dropped?.count)).toBe(49_999)
})

test.each(['"",', '[],', '{},', 'NaN,', '9007199254740993,', '[[[[]]]],'])(
  '20 MB of %s are refused before they are parsed, also as 20 kB of gzip',
  async (value) => {
    const { id, token } = await server.newProject()
    const values = value.repeat(Math.floor((19 * MiB) / value.length))
    for (const sent of [token, 'phc_bad']) {
      const body = `{"api_key":"${sent}","batch":[${values}9007199254740993,NaN]}`
      expectError(await capture(body), 413, 'too_many_values')
      expectError(await capture(gzipSync(body)), 413, 'too_many_values')
    }
    expect(await droppedEvents(server, id)).toEqual([])
  },
)

// SDKs halve a batch after a 413.
test('more than 50,000 events are refused before any is checked', async () => {
  const { id, token } = await server.newProject()
  const batch = `{"api_key":"${token}","batch":[${'0,'.repeat(50_000)}{"event":"too many","distinct_id":"b"}]}`
  expectError(await capture(batch), 413, 'too_many_events')
  expect(await droppedEvents(server, id)).toEqual([])
})

test('a batch of 10,000 events that is sent again counts once', async () => {
  const events = Array.from({ length: 10_000 }, (_, i) => ({
    event: 'again',
    distinct_id: 'a',
    uuid: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
  }))
  await server.capture(events)
  await server.capture(events)
  expect(await countOf('again')).toBe(10_000)
})
