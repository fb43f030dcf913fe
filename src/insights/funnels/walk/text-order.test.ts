import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortsBefore } from './text-order.ts'

test('texts sort as their bytes do', () => {
  const Character = fc.constantFrom('a', 'b', 'é', '\ue000', '\uff5e', '\u{10000}', '\u{1f600}')
  const Text = fc.array(Character, { maxLength: 4 }).map((characters) => characters.join(''))
  fc.assert(
    fc.property(Text, Text, (a, b) => {
      expect(sortsBefore(a, b)).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0)
    }),
  )
  expect(sortsBefore('\uff5e', '\u{1f600}')).toBe(true)
})
