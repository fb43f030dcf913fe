import fc from 'fast-check'
import { expect, test } from 'vitest'
import { smooth } from './smooth.ts'

test.each<[number[], number, number[]]>([
  [[], 3, []],
  [[5], 3, [5]],
  [[1, 2, 3, 4], 1, [1, 2, 3, 4]],
  // 1, 3/2, 6/3, 9/3, 12/3
  [[1, 2, 3, 4, 5], 3, [1, 1.5, 2, 3, 4]],
  [[9, 0, 0, 0, 9, 9], 2, [9, 4.5, 0, 0, 4.5, 9]],
  [[0, 0, 7], 7, [0, 0, 7 / 3]],
  [[4, 2], 100, [4, 3]],
  [[-1, -2], 2, [-1, -1.5]],
  // A ratio stays a ratio.
  [[0.5, 0.5, 0.5], 3, [0.5, 0.5, 0.5]],
  [[0.9, 1.4], 1, [0.9, 1.4]],
  // A large value has no effect after its window.
  [[1e20, 5, 5, 5], 2, [1e20, 5e19, 5, 5]],
])('%j by %d intervals is %j', (data, intervals, expected) => {
  expect(smooth(data, intervals)).toEqual(expected)
})

test('each value is the mean of its window', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 12 }), (data, intervals) => {
      const means = data.map((_, i) => {
        const window = data.slice(Math.max(0, i - intervals + 1), i + 1)
        return window.reduce((sum, value) => sum + value, 0) / window.length
      })
      expect(smooth(data, intervals)).toEqual(means)
    }),
  )
})
