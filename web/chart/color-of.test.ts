import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignColors, COLORS, colorValue, withNew } from './color-of.ts'

const names = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: COLORS })

test('up to ten series have ten colours, whatever was known', () => {
  fc.assert(
    fc.property(names, fc.dictionary(fc.string(), fc.integer({ min: 1, max: COLORS })), (all, known) => {
      const colored = all.filter((name) => name !== 'Other' && name !== 'none')
      const assigned = assignColors(all, known)
      expect(new Set(Object.values(assigned)).size).toBe(colored.length)
    }),
  )
})

test('a name that is known keeps its colour, and a new one makes way', () => {
  expect(assignColors(['Mobile', 'Desktop'], { Desktop: 1 })).toEqual({ Desktop: 1, Mobile: 2 })
})

test('the first colours of the palette come first', () =>
  expect(assignColors(['a', 'b', 'c'], {})).toEqual({ a: 1, b: 2, c: 3 }))

test('a value keeps its colour in every range, whichever others are there', () => {
  let known = {}
  const seen = new Map<string, Set<number>>()
  // Each range of this question shows some of its ten values, in an order of its own.
  for (const range of ['abcde', 'fab', 'gfcb', 'hijd', 'ajihgfedcb', 'jb', 'fg']) {
    const assigned = assignColors([...range], known, {}, 'values')
    known = withNew(known, assigned)
    for (const [name, number] of Object.entries(assigned))
      seen.set(name, new Set([...(seen.get(name) ?? []), number]))
  }
  expect([...seen].filter(([, numbers]) => numbers.size > 1)).toEqual([])
})

test('two known names with one colour or near colours differ in their chart, and keep theirs elsewhere', () => {
  for (const [a, b, seen] of [
    [3, 3, 4],
    [1, 7, 8],
  ]) {
    const known = { a: a as number, b: b as number }
    const assigned = assignColors(['a', 'b'], known)
    expect(assigned).toEqual({ a, b: seen })
    expect(withNew(known, assigned)).toEqual(known)
  }
})

test('colours that a person chose stay, also near ones', () => {
  expect(assignColors(['a', 'b', 'c'], { c: 1 }, { a: 1, b: 7 })).toMatchObject({ a: 1, b: 7 })
})

test('the names of inherited properties are names as others', () => {
  const assigned = assignColors(['__proto__', 'constructor'], {})
  expect(new Set(Object.values(assigned)).size).toBe(2)
  expect(colorValue('constructor', {})).toMatch(/^var\(--c\d+\)$/)
})

test('all further values are grey', () => {
  expect(colorValue('Other', {})).toBe('var(--c-other)')
  expect(colorValue('a', { a: 7 })).toBe('var(--c7)')
  expect(assignColors(['Other', 'none'], {})).toEqual({})
})
