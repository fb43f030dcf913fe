import { deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parseCaptureRequest, type WireRequest } from './protocol.ts'

const MAX_BYTES = 1_000
const NOTHING: WireRequest = {
  body: Buffer.alloc(0),
  query: {},
  contentType: undefined,
  authorization: undefined,
  requestTimestamp: undefined,
  visitor: { address: '', userAgent: '', host: '' },
}
const parseWire = (wire: Partial<WireRequest>) => parseCaptureRequest({ ...NOTHING, ...wire }, MAX_BYTES)
const parse = (body: unknown, authorization?: string) =>
  parseWire({ body: Buffer.from(JSON.stringify(body)), authorization })
const parseBytes = (body: Buffer) => parseWire({ body })
const paid = { event: 'paid', distinct_id: 'ada' }

describe('bodies', () => {
  test.each<[string, unknown, unknown[]]>([
    ['a batch', { api_key: 'phc_a', batch: [paid, paid] }, [paid, paid]],
    ['a list', [paid, paid], [paid, paid]],
    ['one event', paid, [paid]],
    ['an empty batch', { batch: [] }, []],
    ['an empty list', [], []],
    ['items that are no events, which the pipeline drops', [null, 5, 'a'], [null, 5, 'a']],
    ['a batch that is no list, as an event', { batch: 'a' }, [{ batch: 'a' }]],
  ])('%s', async (_name, body, events) => {
    expect((await parse(body)).events).toEqual(events)
  })

  test('gzip is recognised by its first bytes', async () => {
    expect((await parseBytes(gzipSync(JSON.stringify([paid])))).events).toEqual([paid])
  })

  test('a byte order mark is skipped', async () => {
    expect((await parseBytes(Buffer.from(`\uFEFF${JSON.stringify([paid])}`))).events).toEqual([paid])
  })

  test.each<[string, Buffer, string, string]>([
    ['no body', Buffer.alloc(0), 'malformed', 'parse_error'],
    ['no JSON', Buffer.from('event=paid'), 'malformed', 'parse_error'],
    ['JSON cut short', Buffer.from('{"event": "pa'), 'malformed', 'parse_error'],
    ['invalid UTF-8', Buffer.from([0x22, 0xc3, 0x22]), 'malformed', 'parse_error'],
    ['nesting without end', Buffer.from('['.repeat(100)), 'malformed', 'parse_error'],
    ['a text', Buffer.from('"paid"'), 'malformed', 'invalid_payload'],
    ['a number', Buffer.from('5'), 'malformed', 'invalid_payload'],
    ['null', Buffer.from('null'), 'malformed', 'invalid_payload'],
    ['gzip cut short', gzipSync('[]').subarray(0, 12), 'malformed', 'parse_error'],
    ['gzip in name only', Buffer.from([0x1f, 0x8b, 1, 2, 3]), 'malformed', 'parse_error'],
    ['gzip of no JSON', gzipSync('paid'), 'malformed', 'parse_error'],
    ['another compression', deflateSync('[]'), 'malformed', 'parse_error'],
    [
      'a body that inflates to too much',
      gzipSync(' '.repeat(MAX_BYTES + 1)),
      'too_large',
      'payload_too_large',
    ],
  ])('%s is refused', async (_name, body, kind, code) => {
    await expect(parseBytes(body)).rejects.toMatchObject({ kind, code })
  })

  test('exactly the limit inflates', async () => {
    const body = gzipSync(JSON.stringify([paid]).padEnd(MAX_BYTES))
    expect((await parseBytes(body)).events).toEqual([paid])
  })

  test('at most 50,000 events', async () => {
    const parse = (count: number) =>
      parseCaptureRequest({ ...NOTHING, body: Buffer.from(JSON.stringify(Array(count).fill(0))) }, 1e6)
    expect((await parse(50_000)).events).toHaveLength(50_000)
    await expect(parse(50_001)).rejects.toMatchObject({ kind: 'too_large', code: 'too_many_events' })
  })
})

describe('the token', () => {
  const batch = [paid]
  test.each<[string, unknown, string | undefined, string | null]>([
    ['as api_key', { api_key: 'phc_a', batch }, undefined, 'phc_a'],
    ['as token', { token: 'phc_a', batch }, undefined, 'phc_a'],
    ['on an event', { ...paid, api_key: 'phc_a' }, undefined, 'phc_a'],
    ['on an event with a dollar', { ...paid, $token: 'phc_a' }, undefined, 'phc_a'],
    ['on the first event of a list', [{ ...paid, token: 'phc_a' }, paid], undefined, 'phc_a'],
    ['on a later event of a list', [paid, { ...paid, api_key: 'phc_a' }], undefined, 'phc_a'],
    ['on the first event of a batch', { batch: [{ ...paid, api_key: 'phc_a' }] }, undefined, 'phc_a'],
    ['in its properties', [{ ...paid, properties: { token: 'phc_a' } }], undefined, 'phc_a'],
    [
      'in properties that have others of their own',
      [{ properties: { token: 'resetpw' } }, { properties: { token: 'phc_a' } }],
      undefined,
      'phc_a',
    ],
    ['mistyped in its properties', [{ properties: { token: 'pch_a' } }], undefined, 'pch_a'],
    ['on all events', [{ token: 'phc_a' }, { properties: { token: 'phc_a' } }], undefined, 'phc_a'],
    ['as a header', { batch }, 'Bearer phc_a', 'phc_a'],
    ['as a header in any case', { batch }, 'bearer phc_a', 'phc_a'],
    ['as a header before the body', { api_key: 'phc_b', batch }, 'Bearer phc_a', 'phc_a'],
    [
      'in the body, where the header is for something else',
      { api_key: 'phc_a', batch },
      'Basic abc',
      'phc_a',
    ],
    ['of the batch before its events', { api_key: 'phc_a', batch: [{ token: 'phc_b' }] }, undefined, 'phc_a'],
    [
      'the first that is not empty',
      { api_key: '', token: null, batch: [{ token: 'phc_a' }] },
      undefined,
      'phc_a',
    ],
    ['a number', { api_key: 5, batch }, undefined, '5'],
    ['characters that no store can search for', { api_key: 'a\0\ud800', batch }, undefined, 'a\uFFFD\uFFFD'],
    ['none', { batch }, undefined, null],
    ['none where there are no events', [], undefined, null],
    ['none where the first is no event', ['phc_a'], undefined, null],
    ['a secret in the header is no token', { batch }, 'Bearer phx_a', null],
    ['a text longer than a token is none', { api_key: 'x'.repeat(201), batch }, undefined, null],
  ])('%s', async (_name, body, authorization, token) => {
    expect((await parse(body, authorization)).token).toBe(token)
  })

  test.each<[Record<string, unknown>, string | null]>([
    [{ token: 'phc_a' }, 'phc_a'],
    [{ api_key: 'phc_a' }, 'phc_a'],
    [{ token: '', api_key: 'phc_a' }, 'phc_a'],
    [{ token: ['phc_a', 'phc_b'] }, 'phc_a'],
    [{ token: { a: 'phc_a' } }, null],
  ])('in the query string: %j', async (query, token) => {
    const body = Buffer.from(JSON.stringify({ batch }))
    expect((await parseWire({ body, query })).token).toBe(token)
    const own = Buffer.from(JSON.stringify({ api_key: 'phc_own', batch }))
    expect((await parseWire({ body: own, query })).token).toBe('phc_own')
  })

  test('a property named token is ignored beside a token, and does not make it ambiguous', async () => {
    const own = [{ properties: { token: 'resetpw' } }, { properties: { token: 'other' } }]
    const body = Buffer.from(JSON.stringify(own))
    expect((await parseWire({ body, query: { token: 'phc_a' } })).token).toBe('phc_a')
    expect((await parse([...own, { api_key: 'phc_a' }])).token).toBe('phc_a')
    expect((await parse({ batch: own }, 'Bearer phc_a')).token).toBe('phc_a')
  })

  test('events with tokens of several projects are refused', async () => {
    const events = [{ token: 'phc_a' }, paid, { properties: { token: 'phc_b' } }]
    for (const body of [events, { batch: events }])
      await expect(parse(body)).rejects.toMatchObject({
        kind: 'unauthenticated',
        code: 'invalid_api_key',
        message: 'batch submitted with inconsistent api_key values',
      })
  })
})

describe('the time of sending', () => {
  const AT = '2026-11-20T12:00:00.250Z'
  const AT_MS = Date.parse(AT)
  test.each<[string, unknown, Partial<WireRequest>, number | null]>([
    ['of a batch', { sent_at: AT, batch: [] }, {}, AT_MS],
    ['in epoch ms', { sent_at: AT_MS, batch: [] }, {}, AT_MS],
    ['of an event', { ...paid, sent_at: AT }, {}, AT_MS],
    ['of the first event of a list', [{ ...paid, sent_at: AT }, paid], {}, AT_MS],
    ['in the query string', paid, { query: { _: `${AT_MS}` } }, AT_MS],
    ['in the header', { batch: [paid] }, { requestTimestamp: AT }, AT_MS],
    ['of a v1 batch', { created_at: AT, batch: [paid] }, {}, AT_MS],
    [
      'in the header of a retry',
      { created_at: '2026-11-20T11:00:00Z', batch: [] },
      { requestTimestamp: AT },
      AT_MS,
    ],
    ['the body before the query', { sent_at: AT, batch: [] }, { query: { _: '5' } }, AT_MS],
    [
      'the query where the body has an invalid time',
      { sent_at: 'now', batch: [] },
      { query: { _: '5' } },
      5_000,
    ],
    ['created_at of an event is ignored', { ...paid, created_at: AT }, {}, null],
    ['none', { batch: [paid] }, {}, null],
    ['none that is valid', { sent_at: {}, created_at: 'a', batch: [] }, { query: { _: 'b' } }, null],
    ['an empty parameter is none', paid, { query: { _: '' } }, null],
  ])('%s', async (_name, body, wire, expected) => {
    expect((await parseWire({ body: Buffer.from(JSON.stringify(body)), ...wire })).sentAtMs).toBe(expected)
  })

  test('an integer of very many digits is no time', async () => {
    const body = Buffer.from('{"batch":[],"sent_at":17952196462241795219646224}')
    expect((await parseWire({ body })).sentAtMs).toBe(null)
  })
})
