import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outlineOf, replaceOutsideStrings } from './json-outline.ts'

const LIMITS = { depth: 64, values: 1_000 }

test.each([
  ['1', 0, 1],
  ['[]', 1, 2],
  ['{"a":[{"b":1}]}', 3, 4],
  ['"[[[[,,,,"', 0, 1],
  ['"\\"[[[,"', 0, 1],
  ['[],[],[]', 1, 6],
  ['[0,"a,b",{"c,":1}]', 2, 5],
])('%s has the depth %d and at most %d values', (text, depth, values) => {
  expect(outlineOf(text, LIMITS)).toMatchObject({ depth, values })
})

test('counting ends at the limits', () => {
  expect(outlineOf('['.repeat(1_000), LIMITS).depth).toBe(65)
  expect(outlineOf('0,'.repeat(5_000), LIMITS).values).toBe(1_001)
})

const valuesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Object.values(value).reduce((sum, item) => sum + valuesIn(item), 0)
    : 1

test('the count of values is an upper bound', () => {
  const property = fc.property(fc.json(), (text) => {
    const { values } = outlineOf(text, { depth: 1_000, values: 1e9 })
    expect(values).toBeGreaterThanOrEqual(valuesIn(JSON.parse(text)))
  })
  fc.assert(property)
})

test.each([
  ['', ''],
  ['xy', 'xy'],
  ['N', '0'],
  ['NxNN', '0x00'],
  ['"N"', '"N"'],
  ['N"N"N', '0"N"0'],
  ['["a",N,"N",N,"NN"]', '["a",0,"N",0,"NN"]'],
  ['"\\"N",N', '"\\"N",0'],
  ['"\\\\",N', '"\\\\",0'],
  ['N"N', '0"N'],
  ['"N","N","b"N', '"N","N","b"0'],
])('%s becomes %s', (text, expected) => {
  expect(replaceOutsideStrings(text, /N/g, () => '0')).toBe(expected)
})
