import { attrOf, type Path } from '#shared/field-paths.ts'
import { invalid } from '#shared/request-error.ts'
import type { Operator } from './filter.ts'
import { LIMITS } from './limits.ts'
import { parseSelector } from './selector.ts'

const EXACT: readonly Operator[] = ['exact', 'is_not']
const TEXT: readonly Operator[] = [
  ...EXACT,
  'icontains',
  'not_icontains',
  'starts_with',
  'not_starts_with',
  'ends_with',
  'not_ends_with',
  'regex',
  'not_regex',
  'is_set',
  'is_not_set',
]
const OPERATORS_OF: Readonly<Record<string, readonly Operator[]>> = {
  tag_name: EXACT,
  text: TEXT,
  href: TEXT,
  selector: EXACT,
}

/** @throws RequestError if the key is not a key of elements, or the operator does not apply to it. */
export function checkElementKey(key: string, operator: Operator, path: Path): void {
  const operators = Object.hasOwn(OPERATORS_OF, key) ? OPERATORS_OF[key] : undefined
  if (operators === undefined)
    throw invalid(
      'invalid_choice',
      `Elements have no key "${key}": use ${Object.keys(OPERATORS_OF).join(', ')}.`,
      attrOf([...path, 'key']),
    )
  if (!operators.includes(operator))
    throw invalid(
      'invalid_choice',
      `"${operator}" does not apply to the ${key} of an element: use ${operators.join(', ')}.`,
      attrOf([...path, 'operator']),
    )
}

/** @throws RequestError for a selector that is not supported, and for too many selectors. */
export function checkSelectors(selectors: readonly string[], path: Path): void {
  if (selectors.length > LIMITS.selectors)
    throw invalid('max_length', `A filter has at most ${LIMITS.selectors} selectors.`, attrOf(path))
  for (const selector of selectors) parseSelector(selector, path)
}
