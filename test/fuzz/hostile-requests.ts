import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import type { WireRequest } from '../../src/ingest/wire/protocol.ts'
import { anyBodyText } from './hostile-json.ts'

type Bytes = Buffer
type Change = (bytes: Bytes) => Bytes

const anyPlace = fc.double({ min: 0, max: 1, noNaN: true })
const placeIn = (bytes: Bytes, place: number) => Math.floor(place * bytes.length)

/** Damage that bytes can take on their way. */
const anyChange: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(anyPlace, fc.nat(7)).map(([place, bit]) => (bytes: Bytes) => {
    const flipped = Buffer.from(bytes)
    const at = placeIn(bytes, place)
    if (at < flipped.length) flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << bit), at)
    return flipped
  }),
  anyPlace.map((place) => (bytes: Bytes) => bytes.subarray(0, placeIn(bytes, place))),
  fc.tuple(anyPlace, anyPlace).map(([from, to]) => (bytes: Bytes) => {
    const slice = bytes.subarray(placeIn(bytes, Math.min(from, to)), placeIn(bytes, Math.max(from, to)))
    return Buffer.concat([
      bytes.subarray(0, placeIn(bytes, from)),
      slice,
      bytes.subarray(placeIn(bytes, from)),
    ])
  }),
  fc.tuple(anyPlace, fc.uint8Array({ maxLength: 4 })).map(([place, inserted]) => (bytes: Bytes) => {
    const at = placeIn(bytes, place)
    return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at)])
  }),
)
/** Most bytes are not damaged, so that many requests can be parsed. */
const anyChanges = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Change[]>([]) },
  { weight: 1, arbitrary: fc.array(anyChange, { minLength: 1, maxLength: 3 }) },
)
const changed = (bytes: Bytes, changes: readonly Change[]) =>
  changes.reduce((result, change) => change(result), bytes)

const formOf = (data: string) => Buffer.from(`data=${data}`)
const ENCODINGS: readonly ((json: Bytes) => Bytes)[] = [
  (json) => json,
  (json) => json,
  (json) => gzipSync(json, { level: 1 }),
  (json) => formOf(encodeURIComponent(json.toString('base64'))),
  (json) => formOf(json.toString('base64')),
  (json) => formOf(encodeURIComponent(gzipSync(json, { level: 1 }).toString('base64'))),
  (json) => formOf(encodeURIComponent(json.toString('utf8'))),
  (json) => formOf(json.toString('utf8')),
  (json) => Buffer.from(json.toString('base64')),
  (json) => gzipSync(formOf(json.toString('base64')), { level: 1 }),
]

const encodedBody = fc
  .tuple(anyBodyText, anyChanges, fc.constantFrom(...ENCODINGS), anyChanges)
  .map(([text, before, encode, after]) => changed(encode(changed(Buffer.from(text), before)), after))
const randomBody = fc
  .tuple(
    fc.constantFrom('', '\x1f\x8b\x08', 'data=', '{"batch":[', '\xef\xbb\xbf'),
    fc.uint8Array({ maxLength: 200 }),
  )
  .map(([start, bytes]) => Buffer.concat([Buffer.from(start, 'latin1'), bytes]))

const anyQueryValue = fc.oneof(
  fc.constantFrom<unknown>(
    'base64',
    'gzip-js',
    'gzip',
    'lz64',
    '1',
    '',
    '1795219646224',
    'NaN',
    '-1',
    '1e400',
  ),
  fc.constantFrom<unknown>('phc_a', 'phx_a', '\0', '\ud800', ['phc_a', 'phc_b'], [], [[]], { a: 'b' }, null),
  anyBodyText.filter((text) => text.length < 16_000),
  anyBodyText.map((text) => Buffer.from(text).toString('base64')).filter((text) => text.length < 16_000),
)
const QUERY_NAMES = ['compression', '_', 'data', 'token', 'api_key', 'ip', '__proto__', 'constructor']
const anyQuery = fc
  .array(fc.tuple(fc.constantFrom(...QUERY_NAMES), anyQueryValue), { maxLength: 2 })
  .map((entries) => Object.fromEntries(entries))

const oneOfTexts = (...texts: (string | undefined)[]) => fc.constantFrom(...texts)

/** A hostile request to a capture endpoint, or one that is almost like an SDK's. */
export const anyRequest: fc.Arbitrary<WireRequest> = fc.record({
  body: fc.oneof(
    { weight: 12, arbitrary: encodedBody },
    { weight: 2, arbitrary: randomBody },
    { weight: 1, arbitrary: fc.constant(Buffer.alloc(0)) },
  ),
  query: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: anyQuery }),
  contentType: oneOfTexts(
    undefined,
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    '\0',
  ),
  authorization: oneOfTexts(
    undefined,
    undefined,
    'Bearer phc_a',
    'Bearer phx_a',
    `Bearer phc_${'a'.repeat(300)}`,
    '',
  ),
  requestTimestamp: oneOfTexts(undefined, undefined, '2026-11-20T12:00:00Z', 'yesterday', '9'.repeat(400)),
  visitor: fc.constant({ address: '192.0.2.1', userAgent: 'a browser', host: 'shop.example' }),
})
