import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesOf, scaleOf } from './scale.ts'

test.each([
  [[], [0, 1, 2, 3]],
  [
    [0, 0],
    [0, 1, 2, 3],
  ],
  [
    [1, 2],
    [0, 1, 2, 3],
  ],
  [[26], [0, 10, 20, 30]],
  [[30], [0, 10, 20, 30]],
  [[31], [0, 20, 40, 60]],
  [[0.26], [0, 0.1, 0.2, 0.3]],
  [[7], [0, 3, 6, 9]],
  [
    [61, -42],
    [-50, 0, 50, 100],
  ],
  [
    [-3, -8],
    [-10, -5, 0],
  ],
])('the lines of %j', (values, lines) => expect(linesOf(scaleOf(values))).toEqual(lines))

/** Values from thousandths to millions, whole numbers and fractions. */
const VALUE = fc.integer({ min: -1e9, max: 1e9 }).map((value) => value / 1_000)

test('zero and every value are between the first and the last line, of which there are few', () => {
  fc.assert(
    fc.property(fc.array(VALUE, { maxLength: 8 }), (values) => {
      const lines = linesOf(scaleOf(values))
      const [low = 0, high = 0] = [lines[0], lines.at(-1)]
      const noise = (high - low) * 1e-6
      expect(lines.length).toBeLessThanOrEqual(6)
      for (const value of [0, ...values]) {
        expect(value).toBeGreaterThanOrEqual(low - noise)
        expect(value).toBeLessThanOrEqual(high + noise)
      }
    }),
  )
})
