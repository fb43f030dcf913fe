import { expect, test } from 'vitest'
import { type SpaceLevel, spaceLevel } from './free-space.ts'

test.each<[number, SpaceLevel, SpaceLevel]>([
  [300, 'ample', 'ample'],
  [199, 'ample', 'low'],
  [99, 'ample', 'full'],
  [200, 'low', 'low'],
  [249, 'low', 'low'],
  [250, 'low', 'ample'],
  [124, 'full', 'full'],
  [125, 'full', 'low'],
  [260, 'full', 'ample'],
])('%i bytes above a reserve of 100, after %s: %s', (free, before, expected) => {
  expect(spaceLevel(free, 100, before)).toBe(expected)
})

test('without a reserve a disk is never full', () => {
  expect(spaceLevel(0, 0, 'ample')).toBe('ample')
})
