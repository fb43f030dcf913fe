import { describe, expect, test } from 'vitest'
import { parseExactJson } from '#shared/json-text.ts'
import { type PropertyKind, shapeOf } from './property-shape.ts'

test.each<[string, PropertyKind | null]>([
  ['5', 'Numeric'],
  ['-0.5e10', 'Numeric'],
  ['12345678901234567890', 'Numeric'],
  ['true', 'Boolean'],
  ['"free"', 'String'],
  ['""', 'String'],
  ['"17952196462"', 'String'],
  ['"2026"', 'String'],
  ['"2026-11-20"', 'DateTime'],
  ['"2026-11-20T12:00"', 'DateTime'],
  ['"2026-11-20 12:00:00"', 'DateTime'],
  ['"2026-11-20T12:00:00.123456+01:00"', 'DateTime'],
  ['"2026-11-20T12:00:00Z"', 'DateTime'],
  ['"2026-11-20 and more"', 'String'],
  ['"v2026-11-20"', 'String'],
  ['null', null],
  ['{}', null],
  ['[1]', null],
])('%s is %s', (text, kind) => {
  const properties = parseExactJson(Buffer.from(`{"a":${text}}`)) as Record<string, unknown>
  expect(shapeOf(properties)).toEqual({ properties: [{ name: 'a', kind }] })
})

describe('identity', () => {
  test('the same names and kinds are the same shape', () => {
    expect(shapeOf({ a: 1, b: 'x' })).toBe(shapeOf({ a: 2, b: 'y' }))
    expect(shapeOf({})).toBe(shapeOf({}))
    expect(shapeOf({})).toEqual({ properties: [] })
  })
  test('different names, kinds or orders are different shapes', () => {
    const shapes = [
      {},
      { a: 1 },
      { a: 'x' },
      { a: null },
      { a: true },
      { b: 1 },
      { a: 1, b: 1 },
      { ab: 1 },
      { 'a\0b': 1 },
    ]
    expect(new Set(shapes.map(shapeOf)).size).toBe(shapes.length)
  })
  test('a shape is made again after the memory was emptied', () => {
    const kept = shapeOf({ a: 1, kept: 1 })
    for (let i = 0; i < 110_000; i++) shapeOf({ [`name ${i}`]: 1 })
    expect(shapeOf({ a: 1, kept: 1 })).not.toBe(kept)
    expect(shapeOf({ a: 1, kept: 1 })).toEqual(kept)
  })
})

test('names are cut as they are stored, and those that become equal are one', () => {
  const long = 'x'.repeat(200)
  expect(shapeOf({ [`${long}1`]: 1, [`${long}2`]: 'a', 'a\0': 1, '\ud800': 1 })).toEqual({
    properties: [
      { name: long, kind: 'String' },
      { name: 'a\uFFFD', kind: 'Numeric' },
      { name: '\uFFFD', kind: 'Numeric' },
    ],
  })
})

test('a shape has the first 500 properties', () => {
  const many = Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`p${i}`, i]))
  expect(shapeOf(many).properties).toHaveLength(500)
})

test("JavaScript's own names are names", () => {
  const properties = parseExactJson(Buffer.from('{"__proto__":1,"constructor":"a"}')) as Record<
    string,
    unknown
  >
  expect(shapeOf(properties).properties).toEqual([
    { name: '__proto__', kind: 'Numeric' },
    { name: 'constructor', kind: 'String' },
  ])
})
