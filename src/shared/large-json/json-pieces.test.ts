import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerText } from '#shared/json-text.ts'
import { jsonPieces } from './json-pieces.ts'
import { TextOfJson } from './member-groups.ts'

const joined = (value: unknown, size: number, textOf = JSON.stringify as (value: unknown) => string) =>
  [...jsonPieces(value, textOf, size)].join('')
const sizes = fc.integer({ min: 1, max: 300 })

test('the pieces of a value are its text', () => {
  const values = fc.anything({ withDate: true, withObjectString: true, maxDepth: 6 })
  fc.assert(
    fc.property(values, sizes, (value, size) => {
      fc.pre(JSON.stringify(value) !== undefined)
      expect(joined({ value }, size)).toBe(JSON.stringify({ value }))
    }),
    { numRuns: 1_000 },
  )
})

test('the pieces of an answer are its text, with large numbers and texts of JSON', () => {
  const number = fc.constantFrom(1, 2 ** 63, 1e300, -(2 ** 70), 0.5, null)
  const leaf = fc.oneof(number, fc.string({ unit: 'binary' }))
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      leaf,
      fc.array(tie('value')),
      fc.dictionary(fc.string(), tie('value')),
      fc.array(leaf).map((inner) => new TextOfJson({ inner })),
    ),
  }))
  fc.assert(
    fc.property(value, sizes, (answer, size) => {
      expect(joined(answer, size, answerText)).toBe(answerText(answer))
    }),
    { numRuns: 1_000 },
  )
})

test('no piece is much larger than its size', () => {
  const rows = Array.from({ length: 1_000 }, (_, i) => [i, 'x'.repeat(50), { a: [i] }])
  const pieces = [...jsonPieces({ rows, text: new TextOfJson(rows) }, JSON.stringify, 1_000)]
  expect(pieces.length).toBeGreaterThan(100)
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(2_000)
})

test('a small value is one piece', () => {
  expect([...jsonPieces({ a: [1, 2, { b: 'c' }] })]).toEqual(['{"a":[1,2,{"b":"c"}]}'])
})
