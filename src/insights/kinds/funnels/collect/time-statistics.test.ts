import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { averageOf, binsOf, medianOf, numbersAt } from './time-statistics.ts'

test.each<[string, number[], number | null]>([
  ['no number', [], null],
  ['one', [3], 3],
  ['some', [4, 1, 2, 9], 4],
])('the average of %s', (_, numbers, average) => {
  expect(averageOf(Float64Array.from(numbers))).toBe(average)
})

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

const bins = (seconds: number[], count: number | null) =>
  binsOf(
    Float64Array.from(seconds, (one) => one * 1000),
    count,
  )

describe('the bins of times', () => {
  test.each<[string, number[], number | null, [number, number][]]>([
    ['no time has no bins', [], 5, []],
    [
      'one time',
      [75.5],
      null,
      [
        [75, 1],
        [76, 0],
      ],
    ],
    [
      'equal times are in bins of a minute',
      [30, 30],
      2,
      [
        [30, 2],
        [90, 0],
        [150, 0],
      ],
    ],
    [
      'the greatest time at the edge is in the last bin',
      [0, 5, 10],
      2,
      [
        [0, 1],
        [5, 1],
        [10, 1],
      ],
    ],
    [
      'parts of a second',
      [0.4, 1.6, 9.9],
      5,
      [
        [0, 2],
        [2, 0],
        [4, 0],
        [6, 0],
        [8, 1],
        [10, 0],
      ],
    ],
    [
      'a width that is no whole number is rounded up',
      [0, 7],
      2,
      [
        [0, 1],
        [4, 1],
        [8, 0],
      ],
    ],
    [
      'nine times have three bins',
      [0, 1, 2, 3, 4, 5, 6, 7, 9],
      null,
      [
        [0, 3],
        [3, 3],
        [6, 2],
        [9, 1],
      ],
    ],
  ])('%s', (_, seconds, count, expected) => {
    expect(bins(seconds, count)).toEqual(expected)
  })

  test('at most 60 bins by themselves, and every time is in one', () => {
    const many = Array.from({ length: 300_000 }, (_, i) => i)
    const found = bins(many, null)
    expect(found).toHaveLength(61)
    expect(found.reduce((sum, [, actors]) => sum + actors, 0)).toBe(many.length)
  })
})
