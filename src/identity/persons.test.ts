import { describe, expect, test } from 'vitest'
import { type KnownId, type Link, replay } from './persons.ts'
import { NO_REGISTERS, propertiesOf, toRegisters } from './property-registers.ts'

const id = (number: number, set: Record<string, unknown> | null = null, atUs = 1): KnownId => ({
  number,
  distinctId: `id ${number}`,
  profileUs: atUs,
  registers: set === null ? NO_REGISTERS : toRegisters({ atUs, setOnce: null, set, unset: null }),
})
const link = (atUs: number, target: number, other: number, isForced = false): Link => ({
  target,
  other,
  isForced,
  atUs,
})
/** Returns the numbers of each person's ids, the root first. */
const grouped = (ids: readonly KnownId[], links: readonly Link[]) => {
  const { persons, rootOf } = replay(ids, links)
  return persons.map(({ root }) => [
    root,
    ...[...rootOf].filter(([number, of]) => of === root && number !== root).map(([number]) => number),
  ])
}

describe('the distinct ids of each person', () => {
  const ids = [1, 2, 3, 4].map((number) => id(number))
  test.each<[string, Link[], number[][]]>([
    ['without links', [], [[1], [2], [3], [4]]],
    ['one link', [link(1, 1, 2)], [[1, 2], [3], [4]]],
    ['a chain', [link(1, 1, 2), link(2, 3, 4), link(3, 1, 3, true)], [[1, 2, 3, 4]]],
    ['an identified other is refused', [link(1, 1, 2), link(2, 3, 2)], [[1, 2], [3], [4]]],
    ['the earlier link wins, wherever it stands', [link(2, 3, 2), link(1, 1, 2)], [[1, 2], [3], [4]]],
    [
      'two identified persons stay two',
      [link(1, 1, 2), link(2, 3, 4), link(3, 1, 3)],
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['unless it is forced', [link(1, 1, 2), link(2, 3, 4), link(3, 1, 4, true)], [[1, 2, 3, 4]]],
    [
      'of two links at once the id that sorts first is asked first',
      [link(1, 3, 2), link(1, 1, 2)],
      [[1, 2], [3], [4]],
    ],
    ['a link to itself through another', [link(1, 1, 2), link(2, 2, 1)], [[1, 2], [3], [4]]],
  ])('%s', (_name, links, expected) => {
    expect(grouped(ids, links)).toEqual(expected)
  })
})

describe('a merged person', () => {
  test('has the values of the target, and those that were assigned after the merge', () => {
    const ids = [
      id(1, { plan: 'paid' }, 1),
      id(2, { plan: 'free', source: 'news' }, 2),
      id(3, { plan: 'late' }, 9),
    ]
    const [person] = replay(ids, [link(3, 1, 2), link(4, 1, 3)]).persons
    expect(propertiesOf(person?.registers ?? NO_REGISTERS)).toEqual({ plan: 'late', source: 'news' })
    expect(person).toMatchObject({
      root: 1,
      isIdentified: true,
      createdUs: 1,
      mergedUs: 4,
      linkedUs: 4,
      assignedUs: 9,
    })
  })

  test('a refused link only moves the time of the last link of both persons', () => {
    const { persons } = replay([id(1), id(2), id(3)], [link(1, 1, 2), link(5, 3, 2)])
    expect(persons).toMatchObject([
      { root: 1, isIdentified: true, mergedUs: 1, linkedUs: 5 },
      { root: 3, isIdentified: false, mergedUs: 0, linkedUs: 5 },
    ])
  })

  test('an id without a person profile adds no time of creation', () => {
    const { persons } = replay([{ ...id(1), profileUs: null }, id(2, null, 7)], [link(8, 1, 2)])
    expect(persons).toMatchObject([{ createdUs: 7 }])
  })
})

test('an $identify identifies its own id even if its merge is refused, so a later alias of that id is refused', () => {
  const [ada, bob, cid, anonymous] = [1, 2, 3, 4].map((number) => id(number)) as [
    KnownId,
    KnownId,
    KnownId,
    KnownId,
  ]
  const links = [link(2, 1, 4), link(3, 2, 4), link(5, 3, 2)]
  const signedIn = [{ ...ada, identifiedUs: 2 }, { ...bob, identifiedUs: 3 }, cid, anonymous]
  expect(grouped(signedIn, links)).toEqual([[1, 4], [2], [3]])
  // In both cases bob is not identified before the alias of cid at 5. In the first case, bob's link at 3 is
  // an alias, which identifies nobody; in the second case, bob is identified only at 6.
  const byAlias = [
    [1, 4],
    [3, 2],
  ]
  expect(grouped([{ ...ada, identifiedUs: 2 }, bob, cid, anonymous], links)).toEqual(byAlias)
  expect(grouped([ada, { ...bob, identifiedUs: 6 }, cid, anonymous], links)).toEqual(byAlias)
})
