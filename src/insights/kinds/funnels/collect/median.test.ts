import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { medianOf, numbersAt } from './median.ts'

describe('the numbers at a place and at the next one', () => {
  test('are those of the sorted list', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30), { minLength: 2, maxLength: 60 }), fc.nat(), (list, any) => {
        const place = any % (list.length - 1)
        const sorted = list.toSorted((a, b) => a - b)
        expect(numbersAt(Float64Array.from(list), place, place + 1)).toEqual([
          sorted[place],
          sorted[place + 1],
        ])
      }),
    )
  })

  const COUNT = 100_000
  test.each<[string, (i: number) => number]>([
    ['in order', (i) => i],
    ['in the opposite order', (i) => -i],
    ['of one value', () => 5],
    ['of two values', (i) => i % 2],
    ['of two values far apart, half of each', (i) => (i % 2) * 1e12 + (i % 3)],
    ['that rise and fall', (i) => Math.min(i, COUNT - i)],
    ['of which most lie close to one another', (i) => (i === 7 ? 1e12 : i % 5000)],
    ['each of another size', (i) => 2 ** (i % 1000) + i],
  ])('among many %s', (_, numberOf) => {
    const numbers = Float64Array.from({ length: COUNT }, (_, i) => numberOf(i))
    const sorted = numbers.toSorted()
    for (const place of [0, 1, 3, 4_999, 49_999, 50_000, 77_777, COUNT - 2]) {
      expect(numbersAt(numbers, place, place + 1)).toEqual([sorted[place], sorted[place + 1]])
      expect(numbersAt(numbers, place, place)).toEqual([sorted[place], sorted[place]])
    }
  })
})

test.each<[string, number[], number | null]>([
  ['no number', [], null],
  ['one', [3], 3],
  ['an even number of them', [4, 1, 2, 9], 3],
  ['an odd number of them', [5, 5, 5, 1, 9], 5],
])('the median of %s', (_, numbers, median) => {
  expect(medianOf(Float64Array.from(numbers))).toBe(median)
})
