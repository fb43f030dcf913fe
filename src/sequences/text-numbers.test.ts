import { expect, test } from 'vitest'
import { createTextNumbers } from './text-numbers.ts'
import { createWalkMemory, WalkMemoryError } from './walk-memory.ts'

const FNV_START = 0x811c_9dc5

/**
 * Returns 2 ** `pairs` texts that all have the same FNV-1a hash. A text consists of one block for each pair.
 * The two blocks of a pair collide if they follow the blocks of the pairs before it.
 */
function collidingTexts(pairs: number): { readonly bytes: Buffer; readonly length: number } {
  let hash = FNV_START
  let texts: readonly Buffer[] = [Buffer.alloc(0)]
  for (let pair = 0; pair < pairs; pair++) {
    const seen = new Map<number, number>()
    for (let block = 0; ; block++) {
      const number = Math.imul(block, 0x9e37_79b1) >>> 0
      const ahead = [0, 8, 16, 24].reduce(
        (state, shift) => Math.imul(state ^ ((number >>> shift) & 0xff), 0x0100_0193),
        hash,
      )
      const other = seen.get(ahead)
      if (other === undefined) seen.set(ahead, number)
      else {
        const ends = [number, other].map((one) => Buffer.from(Uint32Array.of(one).buffer))
        texts = texts.flatMap((text) => ends.map((end) => Buffer.concat([text, end])))
        hash = ahead
        break
      }
    }
  }
  return { bytes: Buffer.concat(texts), length: 4 * pairs }
}

test('texts of one hash, as a sender of events could choose them, are numbered like others', () => {
  const { bytes, length } = collidingTexts(17)
  const starts = Uint32Array.from({ length: bytes.length / length }, (_, i) => i * length)
  const { numbersOf } = createTextNumbers(createWalkMemory())
  // Comparing each text with the others would take minutes.
  const numbers = numbersOf({
    bytes,
    starts,
    ends: starts.map((start) => start + length),
    rows: starts.map((_, row) => row),
  })
  expect(numbers.every((number, row) => number === row)).toBe(true)
})

function textsOf(list: readonly string[]) {
  const parts = list.map((text) => Buffer.from(text))
  const ends = Uint32Array.from(parts, (_, i) =>
    parts.slice(0, i + 1).reduce((sum, { length }) => sum + length, 0),
  )
  const starts = Uint32Array.from(parts, ({ length }, i) => (ends[i] ?? 0) - length)
  return { bytes: Buffer.concat(parts), starts, ends, rows: Uint32Array.from(parts, (_, i) => i) }
}

test('each text has one number, whenever it comes', () => {
  const { texts, numbersOf } = createTextNumbers(createWalkMemory())
  expect([...numbersOf(textsOf(['b', '', 'b', 'ü']))]).toEqual([0, 1, 0, 2])
  expect([...numbersOf(textsOf(['ü', 'a', 'b', 'bb']))]).toEqual([2, 3, 0, 4])
  expect([0, 1, 2, 3, 4, 5].map((number) => texts.at(number))).toEqual(['b', '', 'ü', 'a', 'bb', undefined])
})

test('many texts, and one longer than a piece, keep their numbers while the table grows', () => {
  const { texts, numbersOf } = createTextNumbers(createWalkMemory())
  const list = [...Array.from({ length: 5_000 }, (_, i) => `text ${i}`), 'x'.repeat(3_000_000), 'last']
  const numbers = [...numbersOf(textsOf(list))]
  expect(numbers).toEqual(list.map((_, i) => i))
  expect([...numbersOf(textsOf(list))]).toEqual(numbers)
  expect(numbers.map((number) => texts.at(number)).join() === list.join()).toBe(true)
})

test('more bytes than given are refused', () => {
  const { numbersOf } = createTextNumbers(createWalkMemory(100))
  numbersOf(textsOf(['x'.repeat(60), 'x'.repeat(60)]))
  expect(() => numbersOf(textsOf(['y'.repeat(60)]))).toThrow(WalkMemoryError)
})
