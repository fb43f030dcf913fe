import { expect, test } from 'vitest'
import { entityTagOf, namesEntityTag } from './entity-tag.ts'

test('equal content has equal tags, other content another', () => {
  expect(entityTagOf('a')).toMatch(/^"[\w-]{22}"$/)
  expect(entityTagOf('a')).toBe(entityTagOf(Buffer.from('a')))
  expect(entityTagOf('a')).not.toBe(entityTagOf('b'))
})

test.each([
  [undefined, false],
  ['', false],
  ['"b"', false],
  ['a', false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['"b",W/"a" , "c"', true],
  ['*', true],
])('If-None-Match: %s names "a": %s', (header, named) => {
  expect(namesEntityTag(header, '"a"')).toBe(named)
})
