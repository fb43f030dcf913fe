import { OPERATOR_WORDS } from '#contract/operator-words.ts'
import type { PropertyFilter } from '#web/api/query-node.ts'
import { exactNumber } from '#web/ui/format.ts'

/** Returns the words for an operator in a chip. */
export const operatorName = (operator: string | undefined): string =>
  OPERATOR_WORDS[operator ?? 'exact'] ?? operator ?? 'is'

const ANY_TYPE = [
  'exact',
  'is_not',
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
const NUMBERS = ['gt', 'gte', 'lt', 'lte', 'between', 'not_between']
const DATES = ['is_date_exact', 'is_date_before', 'is_date_after']
const VERSIONS = ['semver_gt', 'semver_gte', 'semver_lt', 'semver_lte', 'semver_tilde', 'semver_wildcard']

/**
 * Returns the operators to choose from for a property. For numbers, dates and booleans these are the
 * operators that suit the type, the most suitable first. For any other type, and for an unknown one, these
 * are all operators.
 */
export function operatorsOf(propertyType: string | null): readonly string[] {
  switch (propertyType) {
    case 'Numeric':
      return ['exact', 'is_not', ...NUMBERS, 'is_set', 'is_not_set']
    case 'DateTime':
      return [...DATES, 'is_set', 'is_not_set', 'exact', 'is_not']
    case 'Boolean':
      return ['exact', 'is_not', 'is_set', 'is_not_set']
    default:
      return [...ANY_TYPE, ...NUMBERS, ...DATES, ...VERSIONS]
  }
}

export type ValueForm = 'none' | 'list' | 'number' | 'bounds' | 'date' | 'text'

/** Returns in which form the user enters the value of an operator. */
export function valueFormOf(operator: string | undefined): ValueForm {
  const name = operator ?? 'exact'
  if (name === 'is_set' || name === 'is_not_set') return 'none'
  if (name === 'between' || name === 'not_between') return 'bounds'
  if (NUMBERS.includes(name)) return 'number'
  if (DATES.includes(name)) return 'date'
  if (name.startsWith('semver_')) return 'text'
  return 'list'
}

/**
 * Returns the value of a filter after its operator has changed. The value stays if the new operator takes
 * the same form of value.
 */
export function valueFor(operator: string, { operator: before, value }: PropertyFilter): unknown {
  const [from, to] = [valueFormOf(before), valueFormOf(operator)]
  if (to === 'none') return undefined
  if (from === to) return value
  return to === 'list' ? [] : ''
}

export const valuesOf = ({ value }: PropertyFilter): readonly string[] =>
  value === undefined || value === null || value === '' ? [] : [value].flat().map(String)

const valueText = (value: string) => (/^\d{4,}$/.test(value) ? exactNumber(Number(value)) : value)

/** Returns the value of a filter in words: `Germany, Austria +2`, `1 and 10`. */
export function valueWords(filter: PropertyFilter): string {
  const values = valuesOf(filter).map((value) => (value === '' ? 'empty' : valueText(value)))
  if (valueFormOf(filter.operator) === 'bounds') return values.join(' and ')
  const [shown, more] = [values.slice(0, 2), values.length - 2]
  return `${shown.join(', ')}${more > 0 ? ` +${more}` : ''}`
}
