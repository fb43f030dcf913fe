import { expect, test } from 'vitest'
import { MAX_NAME_CHARACTERS } from '#contract/limits.ts'
import { parseExactJson } from './json-text.ts'
import { storableName } from './storable-name.ts'

test.each([
  ['text', 'a b', 'a b'],
  ['nothing', undefined, ''],
  ['null', null, ''],
  ['a number', 5, '5'],
  ['a flag', false, 'false'],
  ['an object', { a: 1 }, '{"a":1}'],
  ['NUL', 'a\0b', 'a\uFFFDb'],
  ['a lone surrogate', 'a\ud800b', 'a\uFFFDb'],
  ['a pair', '\u{1F600}', '\u{1F600}'],
])('%s', (_name, value, expected) => {
  expect(storableName(value)).toBe(expected)
})

test('longer names are cut, also within a surrogate pair', () => {
  const longest = 'x'.repeat(MAX_NAME_CHARACTERS)
  expect(storableName(`${longest}x`)).toBe(longest)
  expect(storableName(`${longest.slice(1)}\u{1F600}`)).toBe(`${longest.slice(1)}\uFFFD`)
})

test('an integer that no double holds keeps its digits', () => {
  expect(storableName(parseExactJson(Buffer.from('12345678901234567890')))).toBe('12345678901234567890')
})
