import { expect, test } from 'vitest'
import { randomText } from './random-text.ts'

test.each([0, 1, 8, 43, 1_000])('%d characters are letters and digits', (length) => {
  const text = randomText(length)
  expect(text).toHaveLength(length)
  expect(text).toMatch(/^[A-Za-z0-9]*$/)
})

test('every character of the alphabet occurs', () => {
  // In 100,000 draws, the chance that one of the 62 characters is missing is 1 in 10^700.
  expect(new Set(randomText(100_000)).size).toBe(62)
})

test('no two texts are equal', () => {
  const texts = Array.from({ length: 10_000 }, () => randomText(20))
  expect(new Set(texts).size).toBe(texts.length)
})
