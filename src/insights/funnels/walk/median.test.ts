import fc from 'fast-check'
import { expect, test } from 'vitest'
import { medianOf } from './median.ts'

test.each([
  [[], null],
  [[7], 7],
  [[1, 2], 1.5],
  [[3, 1, 2], 2],
  [[5, 5, 5, 1], 5],
])('the median of %j is %d', (numbers, expected) => {
  expect(medianOf(Float64Array.from(numbers))).toBe(expected)
})

test('the median is that of the sorted numbers', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { minLength: 1, maxLength: 40 }), (numbers) => {
      const sorted = numbers.toSorted((a, b) => a - b)
      const [lower, upper] = [Math.floor((sorted.length - 1) / 2), Math.floor(sorted.length / 2)]
      expect(medianOf(Float64Array.from(numbers))).toBe(((sorted[lower] ?? 0) + (sorted[upper] ?? 0)) / 2)
    }),
  )
})
