import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  changesRegisters,
  joinRegisters,
  NO_REGISTERS,
  overlayRegisters,
  type PropertyStatement,
  parseRegisters,
  propertiesOf,
  toRegisters,
  toStoredRegisters,
} from './property-registers.ts'

const NOTHING = { setOnce: null, set: null, unset: null }
const said = (atUs: number, statement: Partial<PropertyStatement>) =>
  toRegisters({ ...NOTHING, ...statement, atUs })
const joined = (...statements: ReturnType<typeof said>[]) => statements.reduce(joinRegisters, NO_REGISTERS)
const properties = (...statements: ReturnType<typeof said>[]) => propertiesOf(joined(...statements))

describe('properties after', () => {
  const first = said(1, { set: { plan: 'free' } })
  const second = said(2, { set: { plan: 'paid' } })
  const once = said(3, { setOnce: { plan: 'once' } })
  test.each([
    ['nothing', [], {}],
    ['a set', [first], { plan: 'free' }],
    ['two sets', [first, second], { plan: 'paid' }],
    ['two sets that arrive the other way round', [second, first], { plan: 'paid' }],
    ['a set once after a set', [first, once], { plan: 'free' }],
    ['a set once that arrives before the set', [once, first], { plan: 'free' }],
    ['a set after a set once', [once, said(4, { set: { plan: 'later' } })], { plan: 'later' }],
    ['two set once', [said(5, { setOnce: { plan: 'fifth' } }), once], { plan: 'once' }],
    ['a removal', [first, said(2, { unset: ['plan'] })], {}],
    ['a removal of something set later', [second, said(1, { unset: ['plan'] })], { plan: 'paid' }],
    ['a set once after a removal', [first, said(2, { unset: ['plan'] }), once], { plan: 'once' }],
    [
      'set once before and after a removal',
      [once, said(4, { unset: ['plan'] }), said(5, { setOnce: { plan: 'again' } })],
      { plan: 'again' },
    ],
    [
      'the same, the removal arriving last',
      [once, said(5, { setOnce: { plan: 'again' } }), said(4, { unset: ['plan'] })],
      { plan: 'again' },
    ],
    [
      'an origin that was removed and set again',
      [3, 5]
        .map((at) => said(at, { setOnce: { $initial_referrer: 'x' } }))
        .concat(said(4, { unset: ['$initial_referrer'] })),
      {},
    ],
    ['null', [said(1, { set: { plan: null } })], { plan: null }],
    [
      'a property called __proto__',
      [said(1, { set: JSON.parse('{"__proto__":1}') })],
      JSON.parse('{"__proto__":1}'),
    ],
  ])('%s', (_what, statements, expected) => {
    expect(properties(...statements)).toEqual(expected)
  })

  test('set once, set and unset of one event: in this order', () => {
    expect(properties(said(1, { setOnce: { a: 1, b: 1 }, set: { a: 2 } }))).toEqual({ a: 2, b: 1 })
    expect(properties(said(1, { setOnce: { a: 1 }, set: { b: 2 }, unset: ['a', 'b', 'c'] }))).toEqual({})
  })
})

describe('a merge', () => {
  const target = said(1, { set: { plan: 'paid', name: 'Ada' } })
  const other = said(2, { set: { plan: 'free', source: 'news' } })
  test('keeps the values of the target, also older ones, and adds those it lacks', () => {
    expect(propertiesOf(overlayRegisters(target, other))).toEqual({
      plan: 'paid',
      name: 'Ada',
      source: 'news',
    })
  })
  test('adds properties that were removed from the target', () => {
    const removed = joined(target, said(3, { unset: ['plan'] }))
    expect(propertiesOf(overlayRegisters(removed, other))).toMatchObject({ plan: 'free' })
  })
  test('with a person without properties changes nothing', () => {
    expect(overlayRegisters(target, NO_REGISTERS)).toBe(target)
    expect(overlayRegisters(NO_REGISTERS, other)).toBe(other)
  })
})

test('stored registers can be parsed, exact integers included', () => {
  const registers = joined(
    said(1, { set: { list: [1, { a: null }], text: 'é' } }),
    said(2, { unset: ['gone'] }),
  )
  expect(parseRegisters(toStoredRegisters(registers).text)).toEqual(registers)
  expect(toStoredRegisters(NO_REGISTERS).text).toBeNull()
  expect(parseRegisters(null)).toBe(NO_REGISTERS)
})

const name = fc.constantFrom('a', 'b')
const values = fc.dictionary(name, fc.integer({ min: 0, max: 3 }))
const statement = fc
  .record({
    atUs: fc.integer({ min: 1, max: 6 }),
    set: values,
    setOnce: values,
    unset: fc.subarray(['a', 'b']),
  })
  .map(({ atUs, ...statements }) => said(atUs, statements))

test('neither order nor repetition matters', () => {
  fc.assert(
    fc.property(fc.array(statement, { maxLength: 6 }), fc.infiniteStream(fc.nat()), (statements, keys) => {
      const shuffled = statements
        .concat(statements.slice(0, 2))
        .map((one) => [keys.next().value, one] as const)
        .sort(([a], [b]) => a - b)
        .map(([, one]) => one)
      expect(joined(...shuffled)).toEqual(joined(...statements))
    }),
  )
})

describe('stored registers', () => {
  const many = Object.fromEntries(
    Array.from({ length: 1_500 }, (_, i) => [`name ${String(i).padStart(4, '0')}`, i]),
  )
  test('have at most 1,000 names, the first ones, in any order of arrival', () => {
    const half = (from: number, to: number) =>
      said(1, { set: Object.fromEntries(Object.entries(many).slice(from, to)) })
    const [a, b] = [half(0, 750), half(750, 1_500)]
    const kept = toStoredRegisters(joined(a, b))
    expect(kept.isCut).toBe(true)
    expect(toStoredRegisters(joined(b, a)).text).toBe(kept.text)
    const names = [...parseRegisters(kept.text).keys()]
    expect([names.length, names[0], names.at(-1)]).toEqual([1_000, 'name 0000', 'name 0999'])
    expect(toStoredRegisters(parseRegisters(kept.text))).toEqual({ text: kept.text, isCut: false })
  })
  test('leave out a value that is too large, and no other', () => {
    const { text, isCut } = toStoredRegisters(said(1, { set: { a: 'x'.repeat(600_000), b: 1, c: 2 } }))
    expect(isCut).toBe(true)
    expect(propertiesOf(parseRegisters(text))).toEqual({ b: 1, c: 2 })
  })
  test('can be nested as deeply as requests', () => {
    const deep = JSON.parse(`${'['.repeat(62)}1${']'.repeat(62)}`)
    const registers = said(1, { set: { deep } })
    expect(parseRegisters(toStoredRegisters(registers).text)).toEqual(registers)
  })
})

test.each([
  ['something new', { set: { a: 1 } }, 1, true],
  ['the same again, later', { set: { plan: 'free' } }, 2, true],
  ['something older', { set: { plan: 'old' } }, 0, false],
  ['the same at the same time', { set: { plan: 'free' } }, 1, false],
])('%s: whether the registers change, %j at %d', (_what, statement, atUs, expected) => {
  expect(changesRegisters(said(1, { set: { plan: 'free' } }), said(atUs, statement))).toBe(expected)
})
