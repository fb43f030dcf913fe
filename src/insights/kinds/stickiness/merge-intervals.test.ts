import { expect, test } from 'vitest'
import { mergeIntervals } from './merge-intervals.ts'

const starts = (buckets: number, count: number) => {
  const bucket = (_: unknown, i: number) => ({ startMs: i, day: `${i}`, label: `${i}` })
  const period = { fromMs: 0, toMs: buckets, buckets: Array.from({ length: buckets }, bucket) }
  return mergeIntervals(period, count).buckets.map(({ startMs }) => startMs)
}

test.each([
  [4, 1, [0, 1, 2, 3]],
  [4, 2, [0, 2]],
  [5, 2, [0, 1, 3]],
  [7, 3, [0, 1, 4]],
  [6, 3, [0, 3]],
  [3, 3, [0]],
  [3, 5, [0]],
  [1, 2, [0]],
  [0, 2, []],
])('of %i intervals in periods of %i the first ones are %j', (buckets, count, expected) => {
  expect(starts(buckets, count)).toEqual(expected)
  expect(expected).toHaveLength(Math.ceil(buckets / count))
})
