import { expect, test } from 'vitest'
import { patternsIn } from '#fragments/fragment.ts'
import type { Operator } from '#query/filter.ts'
import { goldenOf } from '../../test/fixtures/golden-statement.ts'
import { elementCondition } from './elements.ts'

const condition = (key: string, operator: Operator, ...values: string[]) =>
  elementCondition({ kind: 'filter', on: 'element', key, operator, values })

test.each([
  ['tag', condition('tag_name', 'exact', 'a', 'button')],
  ['not-a-tag', condition('tag_name', 'is_not', 'a')],
  ['text', condition('text', 'exact', 'Buy "now"')],
  ['text-contains', condition('text', 'icontains', 'buy')],
  ['link-starts', condition('href', 'starts_with', '/p')],
  ['link-does-not-end', condition('href', 'not_ends_with', '.pdf', '.zip')],
  ['link-matches', condition('href', 'regex', '^/p')],
  ['link-is-not-set', condition('href', 'is_not_set')],
  ['selector', condition('selector', 'exact', 'main > .list a#buy[href^="/p"]:nth-child(2)')],
  ['not-selected', condition('selector', 'is_not', '.btn')],
])('the statement of an element filter: %s', async (name, fragment) => {
  await expect(goldenOf(fragment)).toMatchFileSnapshot(`./__golden__/element-${name}.sql`)
})

test('selectors and attributes count as parts of patterns, by the tests of each selector', () => {
  const parts = (key: string, operator: Operator, ...values: string[]) =>
    patternsIn(condition(key, operator, ...values)).map((one) => one.patternParts)
  expect(parts('selector', 'exact', 'a', 'main > a.btn')).toEqual([1, 2.5])
  expect(parts('text', 'exact', 'Buy')).toEqual([0.5])
  expect(parts('text', 'regex', '(a|b){1,20}')).toEqual([0.5, 40])
})

test('a key that elements do not have and an operator that they do not know are errors of the program', () => {
  expect(() => condition('color', 'exact', 'red')).toThrow(TypeError)
  expect(() => condition('text', 'gt', '5')).toThrow(TypeError)
})
