import { expect, test } from 'vitest'
import { sql } from '#fragments/fragment.ts'
import { renderLiterals } from '#fragments/literal.ts'
import { print } from '../../test/fixtures/print-fragment.ts'
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

test.each<[string, number[], RegExp]>([
  ['ada', [], /^\(position[^']+'ada'\) > 0 AND arrayExists\(/],
  ['ada', [3], /\) OR \(person IN \[3\]\)$/],
  // First the JSON text is searched for the text in the form that it has in JSON. Then the value itself is
  // searched for the text as it is.
  ['a"b', [], /'a\\\\"b'\) > 0 AND .*'a"b'\) > 0,/s],
])('%j is looked for in the values, beside the numbers %j', (search, numbers, expected) => {
  expect(renderLiterals(searchCondition(search, numbers))).toMatch(expected)
})

test.each([
  [[], 'false'],
  [[1, 4_294_967_295], 'person IN [1, 4294967295]'],
])('the numbers %j', (numbers, expected) => {
  expect(renderLiterals(personIn(numbers))).toBe(expected)
})
