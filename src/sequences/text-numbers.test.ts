import { expect, test } from 'vitest'
import { createTextNumbers, WalkMemoryError } from './text-numbers.ts'

function textsOf(list: readonly string[]) {
  const parts = list.map((text) => Buffer.from(text))
  const ends = Uint32Array.from(parts, (_, i) =>
    parts.slice(0, i + 1).reduce((sum, { length }) => sum + length, 0),
  )
  const starts = Uint32Array.from(parts, ({ length }, i) => (ends[i] ?? 0) - length)
  return { bytes: Buffer.concat(parts), starts, ends, rows: Uint32Array.from(parts, (_, i) => i) }
}

test('each text has one number, whenever it comes', () => {
  const { texts, numbersOf } = createTextNumbers(2 ** 30)
  expect([...numbersOf(textsOf(['b', '', 'b', 'ü']))]).toEqual([0, 1, 0, 2])
  expect([...numbersOf(textsOf(['ü', 'a', 'b', 'bb']))]).toEqual([2, 3, 0, 4])
  expect([0, 1, 2, 3, 4, 5].map((number) => texts.at(number))).toEqual(['b', '', 'ü', 'a', 'bb', undefined])
})

test('many texts, and one longer than a piece, keep their numbers while the table grows', () => {
  const { texts, numbersOf } = createTextNumbers(2 ** 30)
  const list = [...Array.from({ length: 5_000 }, (_, i) => `text ${i}`), 'x'.repeat(3_000_000), 'last']
  const numbers = [...numbersOf(textsOf(list))]
  expect(numbers).toEqual(list.map((_, i) => i))
  expect([...numbersOf(textsOf(list))]).toEqual(numbers)
  expect(numbers.map((number) => texts.at(number)).join() === list.join()).toBe(true)
})

test('more bytes than given are refused', () => {
  const { numbersOf } = createTextNumbers(100)
  numbersOf(textsOf(['x'.repeat(60), 'x'.repeat(60)]))
  expect(() => numbersOf(textsOf(['y'.repeat(60)]))).toThrow(WalkMemoryError)
})
