import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWalkMemory, WalkMemoryError } from '#sequences/walk-memory.ts'
import { TimesByPlace } from './times-by-place.ts'

const DAY_MS = 86_400_000

test.each([
  ['shorter than 49 days', 14 * DAY_MS],
  ['longer', 400 * DAY_MS],
])('the times of some places are those that were added to them: times %s', (_, longestMs) => {
  const added = fc.array(fc.tuple(fc.oneof(fc.nat(6), fc.nat(100_000)), fc.nat(longestMs)), {
    maxLength: 200,
  })
  fc.assert(
    fc.property(added, fc.uniqueArray(fc.nat(6)), (pairs, places) => {
      const times = new TimesByPlace(longestMs, createWalkMemory())
      for (const [place, ms] of pairs) times.add(place, ms)
      const expected = pairs.flatMap(([place, ms]) => (places.includes(place) ? [ms] : []))
      expect([...times.of(places)].sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b))
    }),
  )
})

test('a place has as many times as there are', () => {
  const times = new TimesByPlace(DAY_MS, createWalkMemory())
  for (let i = 0; i < 100_000; i++) times.add(i % 3, i)
  const ofOne = times.of([1])
  expect(ofOne).toHaveLength(33_333)
  expect(ofOne.every((ms) => ms % 3 === 1)).toBe(true)
})

test('times that take more than a walk may keep are an error, and so is a copy of them', () => {
  const times = new TimesByPlace(DAY_MS, createWalkMemory(1_000_000))
  const fill = (count: number) => {
    for (let i = 0; i < count; i++) times.add(0, i)
  }
  fill(100_000)
  expect(() => times.of([0])).toThrow(WalkMemoryError)
  expect(() => fill(50_000)).toThrow(WalkMemoryError)
})
