import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createNumberSort } from './sort-numbers.ts'

test('the numbers of a run are sorted, and others stay as they are', () => {
  const sort = createNumberSort()
  const Numbers = fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 400, size: 'max' })
  fc.assert(
    fc.property(Numbers, fc.nat(10), fc.nat(10), (own, before, after) => {
      const others = [Array<number>(before).fill(999), Array<number>(after).fill(-1)] as const
      const numbers = Float64Array.from([...others[0], ...own, ...others[1]])
      sort(numbers, before, before + own.length)
      expect([...numbers]).toEqual([...others[0], ...own.toSorted((a, b) => a - b), ...others[1]])
    }),
  )
})

test.each([
  ['in order', (i: number) => i],
  ['in the opposite order', (i: number) => -i],
  ['in any order', (i: number) => (i * 7919) % 1_000_003],
  ['of one value', () => 5],
])('a million numbers %s', (_, numberOf) => {
  const numbers = Float64Array.from({ length: 1_000_000 }, (_, i) => numberOf(i))
  const sorted = numbers.toSorted()
  createNumberSort()(numbers, 0, numbers.length)
  // A deep comparison of a million takes seconds.
  expect(numbers.every((number, i) => number === sorted[i])).toBe(true)
})
