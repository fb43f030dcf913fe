import { expect, test } from 'vitest'
import { averageOf } from './averages.ts'

test.each<[string, number[][], number | null]>([
  ['no number', [[], []], null],
  ['one', [[3]], 3],
  [
    'some in two parts',
    [
      [4, 1],
      [2, 9],
    ],
    4,
  ],
])('the average of %s', (_, parts, average) => {
  expect(averageOf(parts.map((part) => Float64Array.from(part)))).toBe(average)
})
