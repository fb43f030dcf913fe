import { deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readCaptureRequest } from './protocol.ts'

const MAX_BYTES = 1_000
const read = (body: unknown, authorization?: string) =>
  readCaptureRequest({ body: Buffer.from(JSON.stringify(body)), authorization }, MAX_BYTES)
const readBytes = (body: Buffer) => readCaptureRequest({ body, authorization: undefined }, MAX_BYTES)
const paid = { event: 'paid', distinct_id: 'ada' }

describe('bodies', () => {
  test.each<[string, unknown, unknown[]]>([
    ['a batch', { api_key: 'phc_a', batch: [paid, paid] }, [paid, paid]],
    ['a list', [paid, paid], [paid, paid]],
    ['one event', paid, [paid]],
    ['an empty batch', { batch: [] }, []],
    ['an empty list', [], []],
    ['items that are no events, for later to judge', [null, 5, 'a'], [null, 5, 'a']],
    ['a batch that is no list, as an event', { batch: 'a' }, [{ batch: 'a' }]],
  ])('%s', async (_name, body, events) => {
    expect((await read(body)).events).toEqual(events)
  })

  test('gzip is known by its first bytes', async () => {
    expect((await readBytes(gzipSync(JSON.stringify([paid])))).events).toEqual([paid])
  })

  test('a byte order mark is no part of the JSON', async () => {
    expect((await readBytes(Buffer.from(`\uFEFF${JSON.stringify([paid])}`))).events).toEqual([paid])
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
    await expect(readBytes(body)).rejects.toMatchObject({ kind, code })
  })

  test('exactly the limit inflates', async () => {
    const body = gzipSync(JSON.stringify([paid]).padEnd(MAX_BYTES))
    expect((await readBytes(body)).events).toEqual([paid])
  })
})

describe('the token', () => {
  const batch = [paid]
  test.each<[string, unknown, string | undefined, string | null]>([
    ['as api_key', { api_key: 'phc_a', batch }, undefined, 'phc_a'],
    ['as token', { token: 'phc_a', batch }, undefined, 'phc_a'],
    ['on an event', { ...paid, api_key: 'phc_a' }, undefined, 'phc_a'],
    ['on the first event of a list', [{ ...paid, token: 'phc_a' }, paid], undefined, 'phc_a'],
    ['on the first event of a batch', { batch: [{ ...paid, api_key: 'phc_a' }] }, undefined, 'phc_a'],
    ['in its properties', [{ ...paid, properties: { token: 'phc_a' } }], undefined, 'phc_a'],
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
    ['none', { batch }, undefined, null],
    ['none on the first event', [paid, { ...paid, api_key: 'phc_a' }], undefined, null],
    ['none in no events', [], undefined, null],
    ['none where the first is no event', ['phc_a'], undefined, null],
    ['a secret in the header is no token', { batch }, 'Bearer phx_a', null],
    ['no token has so many characters', { api_key: 'x'.repeat(201), batch }, undefined, null],
  ])('%s', async (_name, body, authorization, token) => {
    expect((await read(body, authorization)).token).toBe(token)
  })
})
