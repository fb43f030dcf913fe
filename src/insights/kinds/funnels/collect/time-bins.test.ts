import { describe, expect, test } from 'vitest'
import { binsOf } from './time-bins.ts'

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
