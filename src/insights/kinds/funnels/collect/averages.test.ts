import { expect, test } from 'vitest'
import { averageOf } from './averages.ts'

test.each<[string, number[], number | null]>([
  ['no number', [], null],
  ['one', [3], 3],
  ['some', [4, 1, 2, 9], 4],
])('the average of %s', (_, numbers, average) => {
  expect(averageOf(Float64Array.from(numbers))).toBe(average)
})
