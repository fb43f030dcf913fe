import { afterEach, expect, test, vi } from 'vitest'
import { print, printable, printError } from './print.ts'

test.each([
  ['Ada Lovelace – été', 'Ada Lovelace – été'],
  ['עברית 日本語 👩‍👩‍👧', 'עברית 日本語 👩‍👩‍👧'],
  ['red \x1b[31m', 'red \\u{1b}[31m'],
  ['a\rb\bc\x07', 'a\\u{d}b\\u{8}c\\u{7}'],
  ['two\nlines', 'two\\u{a}lines'],
  ['\x7f and \x9b2J', '\\u{7f} and \\u{9b}2J'],
  ['abc\u202efed\u2066', 'abc\\u{202e}fed\\u{2066}'],
])('%j is printed as %j', (text, printed) => {
  expect(printable(text)).toBe(printed)
})

afterEach(() => vi.restoreAllMocks())

test('what is printed keeps its lines', () => {
  const out = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  print('one\ntwo \x1b[2J')
  printError('three\nfour \x1b]0;title\x07')
  expect([out.mock.calls, error.mock.calls]).toEqual([
    [['one\ntwo \\u{1b}[2J']],
    [['three\nfour \\u{1b}]0;title\\u{7}']],
  ])
})
