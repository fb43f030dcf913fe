import { expect, test } from 'vitest'
import { createKeyNumbers } from './key-numbers.ts'

test('each pair has one number, whenever it comes, also while the table grows', () => {
  const keys = createKeyNumbers()
  const pairs = Array.from({ length: 5_000 }, (_, i) => [i % 71, Math.floor(i / 71)] as const)
  expect(pairs.map(([low, high]) => keys.numberOf(low, high))).toEqual(pairs.map((_, i) => i))
  expect(pairs.map(([low, high]) => keys.numberOf(low, high))).toEqual(pairs.map((_, i) => i))
  expect([keys.count(), keys.lowOf(72), keys.highOf(72)]).toEqual([5_000, 1, 1])
})

test('pairs that a fixed table would put in one place are numbered in a moment', () => {
  const keys = createKeyNumbers()
  // These pairs were found for the multiplication of a table whose factors are known. Such a table would
  // compare each pair with all pairs before it, 10 to the 11th comparisons in all.
  for (let high = 0; high < 2 ** 19; high++) keys.numberOf(Math.imul(high, 0x85eb_ca6b) >>> 0, high)
  expect(keys.count()).toBe(2 ** 19)
})
