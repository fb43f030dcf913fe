import { describe, expect, test } from 'vitest'
import { bytesOf, type ColumnBytes, nativeBytes, textBytes } from '../../test/fixtures/native-bytes.ts'
import { nativeBlocks, type Texts } from './native-block.ts'

const decode = (bytes: Uint8Array) => [...nativeBlocks(bytes)]
const column = (type: string, data: Uint8Array): ColumnBytes => ({ name: 'a', type, data })
const decoded = (rows: number, type: string, data: Uint8Array) =>
  decode(nativeBytes(rows, [column(type, data)]))[0]?.columns.get('a')

/** Returns the texts of a column, and for each row the index of its text. */
function decodedTexts(rows: number, type: string, data: Uint8Array) {
  const { bytes, starts, ends, rows: texts } = decoded(rows, type, data) as Texts
  return {
    texts: Array.from(starts, (start, text) => bytes.toString('utf8', start, ends[text])),
    rows: [...texts],
  }
}

test.each([
  ['UInt8', Uint8Array.of(0, 255)],
  ['UInt16', Uint16Array.of(0, 65_535)],
  ['UInt32', Uint32Array.of(0, 2 ** 32 - 1)],
  ['UInt64', BigUint64Array.of(0n, 2n ** 64n - 1n)],
  ['Int64', BigInt64Array.of(-1n, 2n ** 63n - 1n)],
  ['Float64', Float64Array.of(-0.5, 1e300)],
])('%s', (type, numbers) => {
  expect(decoded(2, type, bytesOf(numbers))).toEqual(numbers)
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])('columns of %i rows have their numbers wherever they begin', (rows) => {
  const columns = [
    Uint8Array.from({ length: rows }, (_, row) => 250 - row),
    BigUint64Array.from({ length: rows }, (_, row) => 2n ** 64n - 1n - BigInt(row)),
    Uint16Array.from({ length: rows }, (_, row) => 65_000 - row),
    Float64Array.from({ length: rows }, (_, row) => -1 / (row + 3)),
    Uint32Array.from({ length: rows }, (_, row) => 2 ** 32 - 1 - row),
  ]
  const types = ['UInt8', 'UInt64', 'UInt16', 'Float64', 'UInt32']
  const block = nativeBytes(
    rows,
    columns.map((data, i) => ({ name: String(i), type: types[i] ?? '', data: bytesOf(data) })),
  )
  for (const [i, one] of decode(Buffer.concat([block, block])).entries())
    expect([i, ...one.columns.values()]).toEqual([i, ...columns])
})

test('String: its length in bytes, then UTF-8', () => {
  const texts = ['', 'ü', 'z'.repeat(300)]
  expect(decodedTexts(3, 'String', Buffer.concat(texts.map(textBytes)))).toEqual({
    texts,
    rows: [0, 1, 2],
  })
})

const dictionary = (
  version: bigint,
  flags: bigint,
  texts: readonly string[],
  indexes: ArrayBufferView,
  rows = 2n,
) =>
  Buffer.concat([
    bytesOf(BigUint64Array.of(version, flags, BigInt(texts.length))),
    ...texts.map(textBytes),
    bytesOf(BigUint64Array.of(rows)),
    bytesOf(indexes),
  ])
const HAS_KEYS = 512n

describe('LowCardinality(String)', () => {
  const type = 'LowCardinality(String)'
  test.each<[bigint, ArrayBufferView]>([
    [0n, Uint8Array.of(1, 0)],
    [1n, Uint16Array.of(1, 0)],
    [2n, Uint32Array.of(1, 0)],
    [3n, BigUint64Array.of(1n, 0n)],
  ])('indexes of type %s', (indexType, indexes) => {
    expect(decodedTexts(2, type, dictionary(1n, HAS_KEYS | indexType, ['', 'x'], indexes))).toEqual({
      texts: ['', 'x'],
      rows: [1, 0],
    })
  })

  test.each([
    ['another version', dictionary(2n, HAS_KEYS, ['x'], Uint8Array.of(0, 0)), 'version 2'],
    [
      'a dictionary of several blocks',
      dictionary(1n, HAS_KEYS | 256n, ['x'], Uint8Array.of(0, 0)),
      'flags 768',
    ],
    ['another type of indexes', dictionary(1n, HAS_KEYS | 4n, ['x'], Uint8Array.of(0, 0)), 'have type 4'],
    [
      'too few indexes',
      dictionary(1n, HAS_KEYS, ['x'], Uint8Array.of(0), 1n),
      '2 rows in Native format have 1 indexes',
    ],
  ])('%s is refused', (_, data, message) => {
    expect(() => decoded(2, type, data)).toThrow(message)
  })
})

test('blocks follow one another, each with its own columns', () => {
  const one = nativeBytes(1, [column('UInt8', Uint8Array.of(1))])
  const two = nativeBytes(2, [
    column('UInt8', Uint8Array.of(2, 3)),
    { ...column('String', textBytes('x')), name: 'b' },
  ])
  const cut = Buffer.concat([one, two.subarray(0, -2), textBytes('x'), textBytes('y')])
  expect(decode(cut).map(({ rows, columns }) => [rows, [...columns.keys()]])).toEqual([
    [1, ['a']],
    [2, ['a', 'b']],
  ])
})

test('a block without rows has no data of its columns', () => {
  expect(decode(nativeBytes(0, [column('LowCardinality(String)', new Uint8Array())]))).toEqual([
    { rows: 0, columns: new Map() },
  ])
})

test('no bytes are no blocks', () => {
  expect(decode(new Uint8Array())).toEqual([])
})

test('a column of another type is refused by its name', () => {
  expect(() => decoded(1, 'Nullable(String)', Uint8Array.of(1))).toThrow(
    'Column a of a result in Native format is a Nullable(String).',
  )
})

test('bytes that end too early are refused wherever they end', () => {
  const whole = nativeBytes(2, [
    column('LowCardinality(String)', dictionary(1n, HAS_KEYS, ['x'], Uint8Array.of(0, 0))),
  ])
  for (let length = 1; length < whole.length; length++)
    expect(() => decode(whole.subarray(0, length))).toThrow('ends too early')
})
