import { expect, test } from 'vitest'
import { checkElementKey, checkSelectors } from './element-filter.ts'
import { OPERATORS, type Operator } from './filter.ts'

const COMPARISONS: readonly Operator[] = [
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'not_between',
  'is_date_exact',
  'is_date_before',
  'is_date_after',
  'is_cleaned_path_exact',
  ...OPERATORS.filter((operator) => operator.startsWith('semver_')),
]
const check = (key: string, operator: Operator) => checkElementKey(key, operator, ['properties', 0])

test.each(OPERATORS)('%s on each key of an element', (operator) => {
  for (const key of ['text', 'href']) {
    const refused = expect.objectContaining({ code: 'invalid_choice', attr: 'properties__0__operator' })
    if (COMPARISONS.includes(operator)) expect(() => check(key, operator)).toThrow(refused)
    else expect(() => check(key, operator)).not.toThrow()
  }
  for (const key of ['tag_name', 'selector'])
    if (operator === 'exact' || operator === 'is_not') expect(() => check(key, operator)).not.toThrow()
    else expect(() => check(key, operator)).toThrow(`"${operator}" does not apply to the ${key}`)
})

test('other keys are refused with those that there are', () => {
  for (const key of ['color', 'toString', ''])
    expect(() => check(key, 'exact')).toThrow(
      expect.objectContaining({
        code: 'invalid_choice',
        attr: 'properties__0__key',
        message: `Elements have no key "${key}": use tag_name, text, href, selector.`,
      }),
    )
})

test('a selector that is not supported is refused with its place', () => {
  const path = ['properties', 0, 'value']
  expect(() => checkSelectors(['a', 'a:hover'], path)).toThrow(
    expect.objectContaining({ attr: 'properties__0__value', message: expect.stringMatching('"a:hover"') }),
  )
  expect(() => checkSelectors(Array<string>(101).fill('a'), path)).toThrow('at most 100 selectors')
})
