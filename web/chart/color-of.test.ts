import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignColors, COLORS, colorValue, hashOf, withNew } from './color-of.ts'

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
  const known = { Desktop: hashOf('Mobile') }
  const assigned = assignColors(['Mobile', 'Desktop'], known)
  expect(assigned['Desktop']).toBe(known.Desktop)
  expect(assigned['Mobile']).not.toBe(known.Desktop)
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
