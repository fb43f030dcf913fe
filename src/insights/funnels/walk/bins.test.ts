import { expect, test } from 'vitest'
import { type Bin, binsOf } from './bins.ts'

test.each<[string, number[], number | null, Bin[]]>([
  ['no time', [], null, []],
  ['no time, a number of bins given', [], 3, []],
  [
    'one time of whole seconds has no width of its own',
    [5_000],
    null,
    [
      [5, 1],
      [65, 0],
    ],
  ],
  [
    'one time between two seconds',
    [5_500],
    null,
    [
      [5, 1],
      [6, 0],
    ],
  ],
  [
    'no second at all',
    [0, 0],
    1,
    [
      [0, 2],
      [60, 0],
    ],
  ],
  [
    'the greatest time on the edge of the last bin',
    [0, 10_000],
    2,
    [
      [0, 1],
      [5, 0],
      [10, 1],
    ],
  ],
  [
    'a time on an edge is in the later bin',
    [0, 5_000, 4_999, 9_000],
    2,
    [
      [0, 2],
      [5, 2],
      [10, 0],
    ],
  ],
  [
    'the width is rounded up',
    [0, 10_000],
    3,
    [
      [0, 1],
      [4, 0],
      [8, 1],
      [12, 0],
    ],
  ],
  [
    'the first bin begins at a whole second',
    [1_999, 3_001],
    1,
    [
      [1, 2],
      [4, 0],
    ],
  ],
])('%s', (_, times, binCount, expected) => {
  expect(binsOf(Float64Array.from(times), binCount)).toEqual(expected)
})

test.each([
  [1, 1],
  [2, 2],
  [8, 2],
  [9, 3],
  [27, 3],
  [28, 4],
  [1_000, 10],
  [1_001, 11],
  [205_379, 59],
  [205_380, 60],
  [500_000, 60],
])('%i actors are in %i bins and one more', (actors, bins) => {
  expect(binsOf(new Float64Array(actors), null)).toHaveLength(bins + 1)
})
