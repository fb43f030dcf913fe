import { expect, test } from 'vitest'
import { withoutEnd } from './without-end.ts'

const isSlash = (sign: string) => sign === '/'

test.each([
  ['', ''],
  ['/', ''],
  ['a', 'a'],
  ['/a//b///', '/a//b'],
])('%j ends as %j', (text, expected) => {
  expect(withoutEnd(text, isSlash)).toBe(expected)
})
