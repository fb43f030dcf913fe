import { expect, test } from 'vitest'
import { commonestOrder, type Followed, isWorthSeeing, tilesFor } from './first-dashboard.ts'

const pair = (from: string, to: string, persons: number): Followed => ({ from, to, persons })

test.each([
  ['nothing', [], []],
  ['one pair', [pair('a', 'b', 3)], ['a', 'b']],
  ['the commonest first', [pair('c', 'd', 1), pair('a', 'b', 3), pair('b', 'c', 2)], ['a', 'b', 'c']],
  ['no event twice', [pair('a', 'b', 3), pair('b', 'a', 2)], ['a', 'b']],
  ['at most three steps', [pair('a', 'b', 9), pair('b', 'c', 8), pair('c', 'd', 7)], ['a', 'b', 'c']],
] as const)('the commonest order of %s', (_, followed, expected) => {
  expect(commonestOrder(followed)).toEqual(expected)
})

test('a project with one event has no funnel, and each tile says why it is there', () => {
  const tiles = tilesFor([{ name: 'hello', count: 1 }], [])
  expect(tiles.map(({ query }) => query.kind)).toEqual(['TrendsQuery', 'TrendsQuery', 'RetentionQuery'])
  expect(tiles[0]?.description).toBe('Here because it is the most frequent event: it came 1 time.')
  for (const { description } of tiles) expect(description).toMatch(/^Here /)
  expect(tilesFor([], [])).toEqual([])
})

test('the funnel says how many persons went its first step', () => {
  const [, , funnel] = tilesFor([{ name: 'a', count: 9 }], [pair('a', 'b', 1_204), pair('b', 'c', 2)])
  expect(funnel).toMatchObject({
    name: 'From a to c',
    description: 'Here because it is the most common order: 1\u00a0204 persons had a first, and b next.',
  })
})

test.each([
  ['nothing', [], false],
  ['one event', [{ name: 'a', count: 1 }], false],
  ['an event that came nine times', [{ name: 'a', count: 9 }], false],
  ['an event that came ten times', [{ name: 'a', count: 10 }], true],
  [
    'two kinds of events',
    [
      { name: 'a', count: 1 },
      { name: 'b', count: 1 },
    ],
    true,
  ],
])('a first dashboard of %s', (_, events, expected) => {
  expect(isWorthSeeing(events)).toBe(expected)
})
