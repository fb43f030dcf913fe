import { expect, test } from 'vitest'
import {
  parseThrift,
  type ThriftList,
  type ThriftStruct,
  type ThriftValue,
  thriftBytes,
} from './compact-thrift.ts'
import { createParquetJoin } from './join-parquet.ts'

const i32 = (value: bigint) => ({ type: 5, value })
const i64 = (value: bigint) => ({ type: 6, value })
const text = (value: string) => ({ type: 8, value: Buffer.from(value) })
const struct = (fields: Record<number, { type: number; value: never } | object>): ThriftStruct =>
  new Map(Object.entries(fields).map(([id, field]) => [Number(id), field as never]))
const list = (items: readonly ThriftStruct[]) => ({ type: 9, value: { type: 12, items } })

const structsIn = (value: ThriftValue | undefined) => (value as ThriftList).items as ThriftStruct[]

/**
 * A struct in the compact protocol with a number, a text, a flag, a field with a distant number, and a list
 * of 16.
 */
const GOLDEN = Buffer.from(
  ['1502', '180261c3', '11', '05c80113', '19f510', '00'.repeat(15), '0100'].join(''),
  'hex',
)

test('a struct is the same bytes again', () => {
  const parsed = parseThrift(GOLDEN)
  expect(parsed.get(1)?.value).toBe(1n)
  expect(Buffer.from(parsed.get(2)?.value as Uint8Array).toString('hex')).toBe('61c3')
  expect(parsed.get(100)?.value).toBe(-10n)
  expect(Buffer.from(thriftBytes(parsed)).toString('hex')).toBe(GOLDEN.toString('hex'))
})

test.each([0n, 1n, -1n, 63n, -64n, 64n, 2n ** 31n, -(2n ** 63n), 2n ** 63n - 1n])('%s is kept', (value) => {
  expect(parseThrift(thriftBytes(struct({ 1: i64(value) }))).get(1)?.value).toBe(value)
})

test.each(['15', '1805', '1b00', '19f5ffff'])('%s is no struct', (hex) => {
  expect(() => parseThrift(Buffer.from(hex, 'hex'))).toThrow(TypeError)
})

/** Returns a Parquet file with one column, whose pages are `pages`. */
function fileOf(pages: string, rows: bigint): Uint8Array {
  const about = struct({ 5: i64(rows), 9: i64(4n), 11: i64(6n) })
  const column = struct({ 2: i64(4n), 3: { type: 12, value: about } })
  const group = struct({ 1: list([column]), 3: i64(rows), 5: i64(4n) })
  const footer = thriftBytes(
    struct({ 1: i32(2n), 2: list([]), 3: i64(rows), 4: list([group]), 6: text('x') }),
  )
  const length = Buffer.alloc(4)
  length.writeUInt32LE(footer.length)
  return Buffer.concat([Buffer.from(`PAR1${pages}`), footer, length, Buffer.from('PAR1')])
}

test('the pages of all files follow each other, and the footer says where they are', () => {
  const join = createParquetJoin()
  const file = Buffer.concat([join.add(fileOf('first', 3n)), join.add(fileOf('other one', 4n)), join.end()])
  expect(file.subarray(0, 18).toString()).toBe('PAR1firstother one')
  const footer = parseThrift(file.subarray(18, -8))
  expect(file.readUInt32LE(file.length - 8)).toBe(file.length - 8 - 18)
  expect(footer.get(3)?.value).toBe(7n)
  const groups = structsIn(footer.get(4)?.value)
  const places = groups.map((group) => {
    const column = structsIn(group.get(1)?.value)[0]
    const about = column?.get(3)?.value as ThriftStruct
    return [group.get(5), column?.get(2), about.get(9), about.get(11)].map((field) => field?.value)
  })
  expect(places).toEqual([
    [4n, 4n, 4n, 6n],
    [9n, 9n, 9n, 11n],
  ])
})

test('a join of one file is that file', () => {
  const file = fileOf('pages', 2n)
  const join = createParquetJoin()
  expect(Buffer.concat([join.add(file), join.end()]).equals(file)).toBe(true)
})

test.each(['', 'PAR1', 'PAR1xxxxxxxxPAR2'])('%j is no Parquet file', (bytes) => {
  expect(() => createParquetJoin().add(Buffer.from(bytes))).toThrow()
})
