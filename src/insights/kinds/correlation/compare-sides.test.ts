import { describe, expect, test } from 'vitest'
import { compareSides } from './compare-sides.ts'

const counts = (...rows: [string, number, number][]) =>
  rows.map(([name, success, failure]) => ({ name, success, failure }))

describe('the sides of a correlation', () => {
  test('the worked example of the page', () => {
    const { items, isSkewed } = compareSides(counts(['saw error', 0, 2], ['watched video', 3, 1]), {
      successes: 3,
      failures: 2,
    })
    expect(items).toEqual([
      { name: 'watched video', success: 3, failure: 1, oddsRatio: 4, side: 'success' },
      { name: 'saw error', success: 0, failure: 2, oddsRatio: 1 / 12, side: 'failure' },
    ])
    expect(isSkewed).toBe(false)
  })

  test.each([
    [0, 5],
    [5, 0],
    [0, 0],
  ])('with %i successes and %i failures nothing is compared', (successes, failures) => {
    expect(compareSides(counts(['a', 1, 1]), { successes, failures })).toEqual({ items: [], isSkewed: true })
  })

  test.each<[number, number, string[]]>([
    // 2 % of 1000 are 20.
    [900, 100, ['20']],
    // 25 actors are enough, however many there are in all.
    [90_000, 10_000, []],
  ])('of %i and %i actors the items with too few are dropped', (successes, failures, names) => {
    const { items } = compareSides(counts(['20', 0, 20], ['19', 0, 19]), { successes, failures })
    expect(items.map(({ name }) => name)).toEqual(names)
  })

  test('ten items of each side, by their ratio and then by their name', () => {
    const many = Array.from({ length: 12 }, (_, i): [string, number, number] => [
      `s${String(i).padStart(2, '0')}`,
      30,
      i < 6 ? 0 : 1,
    ])
    const { items } = compareSides(counts(...many.reverse(), ['f1', 0, 30], ['f0', 0, 30], ['f2', 0, 31]), {
      successes: 50,
      failures: 50,
    })
    expect(items.map(({ name }) => name)).toEqual([
      ...['s00', 's01', 's02', 's03', 's04', 's05', 's06', 's07', 's08', 's09'],
      ...['f2', 'f0', 'f1'],
    ])
  })

  test.each<[number, number, boolean]>([
    [10, 1, false],
    [11, 1, true],
    [1, 11, true],
  ])('%i against %i is skewed: %s', (successes, failures, isSkewed) => {
    expect(compareSides([], { successes, failures }).isSkewed).toBe(isSkewed)
  })
})
