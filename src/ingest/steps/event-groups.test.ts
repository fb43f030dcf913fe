import { describe, expect, test } from 'vitest'
import { parseExactJson } from '#shared/json-text.ts'
import { eventGroups, groupStatement } from './event-groups.ts'

const acme = { type: 'company', key: 'acme' }
const inside = (groups: unknown) => eventGroups({}, { $groups: groups })

describe('membership', () => {
  test.each<[string, unknown, object[]]>([
    ['one', { company: 'acme' }, [acme]],
    ['several', { company: 'acme', team: 5 }, [acme, { type: 'team', key: '5' }]],
    ['none', {}, []],
    ['none as PHP sends it', [], []],
    ['no map', 'company', []],
    ['no text', { a: null, b: true, c: {}, d: ['x'], e: '', f: ' ' }, []],
    ['no type', { '': 'acme', ' ': 'acme' }, []],
    ['a long key', { company: 'x'.repeat(401) }, [{ type: 'company', key: 'x'.repeat(400) }]],
    ['a long type', { ['x'.repeat(201)]: 'acme' }, [{ type: 'x'.repeat(200), key: 'acme' }]],
    [
      'characters that no store can hold',
      { 'a\0': 'b\0\ud800' },
      [{ type: 'a\uFFFD', key: 'b\uFFFD\uFFFD' }],
    ],
    [
      'a pair of surrogates that is cut',
      { a: `${'x'.repeat(399)}\u{1F600}` },
      [{ type: 'a', key: `${'x'.repeat(399)}\uFFFD` }],
    ],
  ])('%s', (_name, groups, expected) => {
    expect(inside(groups)).toEqual(expected)
  })

  test('on the event, where the properties have none', () => {
    for (const properties of [{}, { $groups: [] }, { $groups: {} }]) {
      expect(eventGroups({ $groups: { company: 'acme' } }, properties)).toEqual([acme])
      expect(eventGroups({ groups: { company: 'acme' } }, properties)).toEqual([acme])
      expect(eventGroups({ groups: [], $groups: [] }, properties)).toEqual([])
    }
    expect(eventGroups({ groups: { team: 'other' } }, { $groups: { company: 'acme' } })).toEqual([acme])
  })

  test('one group for each type', () => {
    const long = 'x'.repeat(200)
    expect(inside({ [`${long}1`]: 'a', [`${long}2`]: 'b' })).toEqual([{ type: long, key: 'b' }])
  })

  test('the first ten valid mentions', () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`type ${i}`, i < 5 ? null : i]))
    expect(inside(many)).toEqual(
      Array.from({ length: 10 }, (_, i) => ({ type: `type ${i + 5}`, key: `${i + 5}` })),
    )
  })

  test('a type called __proto__, and a key with many digits', () => {
    expect(inside(parseExactJson(Buffer.from('{"__proto__":12345678901234567890}')))).toEqual([
      { type: '__proto__', key: '12345678901234567890' },
    ])
  })
})

describe('$groupidentify', () => {
  const named = { $group_type: 'company', $group_key: 'acme' }
  test.each<[Record<string, unknown>, object | null]>([
    [
      { ...named, $group_set: { size: 5 } },
      { ...acme, set: { size: 5 } },
    ],
    [named, { ...acme, set: {} }],
    [
      { ...named, $group_set: [] },
      { ...acme, set: {} },
    ],
    [
      { ...named, $group_set: 'text' },
      { ...acme, set: {} },
    ],
    [
      { ...named, $group_key: 5 },
      { type: 'company', key: '5', set: {} },
    ],
    [{ $group_type: 'company' }, null],
    [{ $group_key: 'acme' }, null],
    [{ ...named, $group_key: '' }, null],
    [{ ...named, $group_type: null }, null],
  ])('%j', (properties, expected) => {
    expect(groupStatement('$groupidentify', properties)).toEqual(expected)
    expect(groupStatement('paid', properties)).toBe(null)
  })
})
