import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parseWireBody, type WireBody } from './wire-body.ts'

const MAX_BYTES = 10_000
const parse = (body: Buffer | string, wire: Partial<WireBody> = {}) =>
  parseWireBody({ body: Buffer.from(body), query: {}, contentType: undefined, ...wire }, MAX_BYTES)

// The base64 of this event has both + and /, and its percent-encoding has an encoded + and &.
const event = { event: '~~~??? a+b & 100% "é"', distinct_id: 'ÿÿ>>' }
const json = JSON.stringify(event)
const base64 = Buffer.from(json).toString('base64')
const zipped = gzipSync(json).toString('base64')
const FORM = { contentType: 'application/x-www-form-urlencoded; charset=UTF-8' }

test('the examples contain the characters that are often garbled', () => {
  expect(base64).toMatch(/\+.*\/|\/.*\+/)
})

describe('a form', () => {
  test.each<[string, string]>([
    ['base64', `data=${encodeURIComponent(base64)}`],
    ['base64 that was not percent-encoded', `data=${base64}`],
    ['base64 for URLs', `data=${Buffer.from(json).toString('base64url')}`],
    ['base64 of gzip', `data=${encodeURIComponent(zipped)}`],
    ['base64 beside other fields', `ip=1&data=${encodeURIComponent(base64)}&compression=base64`],
    ['JSON', `data=${encodeURIComponent(json)}`],
    ['JSON with + for spaces', `data=${encodeURIComponent(json).replaceAll('%20', '+')}`],
    ['JSON written by hand', `data=${json}`],
    ['JSON written by hand beside other fields', `ver=1&data=${json}&ip=1`],
    ['JSON alone, as curl sends it', json],
    ['JSON alone after white space', `\n ${json}`],
    ['base64 alone', base64],
  ])('%s', async (_name, body) => {
    expect(await parse(body, FORM)).toEqual(event)
  })

  test('is recognised by its first characters, also within gzip', async () => {
    expect(await parse(`data=${base64}`)).toEqual(event)
    expect(await parse(gzipSync(`data=${base64}`), { contentType: 'text/plain' })).toEqual(event)
  })

  test.each([
    'data=',
    'data',
    'event=paid',
    'data=%',
    'data=%7B',
    'data=%zz{}',
    'data={"a":1',
    'ip=1&dat=e30=',
  ])('%s is refused', async (body) => {
    await expect(parse(body, FORM)).rejects.toMatchObject({ kind: 'malformed', code: 'parse_error' })
  })

  test('gzip inside has the same limit', async () => {
    const bomb = gzipSync(' '.repeat(MAX_BYTES + 1)).toString('base64')
    await expect(parse(`data=${encodeURIComponent(bomb)}`, FORM)).rejects.toMatchObject({ kind: 'too_large' })
  })
})

describe('base64 alone', () => {
  const query = { compression: 'base64' }
  test('is decoded where the query says so', async () => {
    expect(await parse(base64, { query })).toEqual(event)
    expect(await parse(zipped, { query })).toEqual(event)
    await expect(parse(base64)).rejects.toMatchObject({ code: 'parse_error' })
  })
  test('and the bytes decide before the query', async () => {
    expect(await parse(json, { query })).toEqual(event)
    expect(await parse(gzipSync(json), { query })).toEqual(event)
    expect(await parse(`data=${encodeURIComponent(base64)}`, { query, ...FORM })).toEqual(event)
  })
})

describe('compression in the query', () => {
  test.each(['gzip', 'gzip-js', 'none', ''])('%s needs nothing', async (compression) => {
    expect(await parse(gzipSync(json), { query: { compression } })).toEqual(event)
    expect(await parse(json, { query: { compression } })).toEqual(event)
  })
  test.each([['lz64'], ['lz-string'], [['lz64', 'gzip']]])(
    '%j is refused by its name',
    async (compression) => {
      await expect(parse(json, { query: { compression } })).rejects.toMatchObject({
        kind: 'malformed',
        code: 'unsupported_compression',
      })
    },
  )
})

describe('?data= without a body', () => {
  test.each<[string, unknown]>([
    ['JSON', json],
    ['base64', base64],
    ['base64 whose + became spaces', base64.replaceAll('+', ' ')],
    ['base64 of gzip', zipped],
  ])('%s', async (_name, data) => {
    expect(await parse('', { query: { data } })).toEqual(event)
  })
  test.each<[Record<string, unknown>]>([
    [{}],
    [{ data: '' }],
    [{ data: [] }],
    [{ data: { a: '{}' } }],
    [{ data: [json, json] }],
  ])('%j is refused', async (query) => {
    await expect(parse('', { query })).rejects.toMatchObject({ kind: 'malformed', code: 'parse_error' })
  })
  test('with a body is refused: only one of the two would be read', async () => {
    await expect(parse(json, { query: { data: '{"other":1}' } })).rejects.toMatchObject({
      kind: 'malformed',
      code: 'parse_error',
    })
    expect(await parse(json, { query: { data: '' } })).toEqual(event)
  })
})
