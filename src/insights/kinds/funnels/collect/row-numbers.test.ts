import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isBefore } from './row-numbers.ts'

test('texts are in the order of their bytes', () => {
  const text = fc.string({ unit: fc.constantFrom('', 'a', 'b', 'é', '퟿', '豈', '😀') })
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(isBefore(a, b)).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0)
    }),
  )
})
