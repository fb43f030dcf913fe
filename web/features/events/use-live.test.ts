import { expect, test } from 'vitest'
import { waitingIn } from './use-live.ts'

const rows = (...ids: string[]) => ids.map((id) => ({ id }))

test.each([
  [rows(), rows(), 0],
  [rows('a'), rows('b', 'a'), 1],
  [rows('a', 'b'), rows('c', 'd', 'a'), 2],
  [rows(), rows('a'), 1],
])('of %j the new ones in %j are %i', (shown, fetched, expected) => {
  expect(waitingIn(shown, fetched)).toBe(expected)
})
