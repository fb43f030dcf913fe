import fc from 'fast-check'
import { expect, test } from 'vitest'
import { selectNumber } from './select-number.ts'

test('the number at each place is that of the sorted list, with no greater one before it', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(30), { minLength: 1, maxLength: 60 }), fc.nat(), (list, any) => {
      const place = any % list.length
      const numbers = Float64Array.from(list)
      const found = selectNumber(numbers, place)
      expect(found).toBe(list.toSorted((a, b) => a - b)[place])
      expect([...numbers].toSorted((a, b) => a - b)).toEqual(list.toSorted((a, b) => a - b))
      expect(numbers.every((one, i) => (i < place ? one <= found : one >= found))).toBe(true)
    }),
  )
})

test.each([
  ['in order', (i: number) => i],
  ['in the opposite order', (i: number) => -i],
  ['of one value', () => 5],
  ['that rise and fall', (i: number) => Math.min(i, 1_000_000 - i)],
])('a million numbers %s', (_, numberOf) => {
  const numbers = Float64Array.from({ length: 1_000_000 }, (_, i) => numberOf(i))
  const sorted = numbers.toSorted()
  expect(selectNumber(numbers, 500_000)).toBe(sorted[500_000])
})
