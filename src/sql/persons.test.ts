import { expect, test } from 'vitest'
import { print } from '../../test/fixtures/print-fragment.ts'
import { sql } from './fragment.ts'
import { renderLiterals } from './literal.ts'
import { personIn, personsOf, searchCondition } from './persons.ts'

test.each([
  ['no condition', []],
  ['a condition with OR', [sql`a OR b`]],
])('a question has the condition on its project beside %s', (_name, conditions) => {
  const { text, params } = print(personsOf(7, conditions))
  expect(text).toMatch(/^FROM `persons` FINAL\nWHERE \(?project_id = \{p0:UInt32\}/)
  expect(params.p0).toEqual({ type: 'UInt32', value: 7 })
  for (const condition of conditions) expect(text).toContain(` AND (${condition.texts[0]})`)
})

const found = (literal: string) => `positionCaseInsensitiveUTF8(properties_raw, ${literal}) > 0`

test.each<[string, number[], string]>([
  ['ada', [], found("'ada'")],
  ['ada', [3], `(${found("'ada'")}) OR (person IN [3])`],
  // As it is, for a search of JSON text, and as JSON writes it, for one of a value.
  ['a"b', [], `(${found("'a\"b'")}) OR (${found("'a\\\\\"b'")})`],
  ['\n', [], `(${found("'\n'")}) OR (${found("'\\\\n'")})`],
])('%j is looked for, beside the numbers %j', (search, numbers, expected) => {
  expect(renderLiterals(searchCondition(search, numbers))).toBe(expected)
})

test.each([
  [[], 'false'],
  [[1, 4_294_967_295], 'person IN [1, 4294967295]'],
])('the numbers %j', (numbers, expected) => {
  expect(renderLiterals(personIn(numbers))).toBe(expected)
})
