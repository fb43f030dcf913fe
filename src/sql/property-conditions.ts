import { bound, type Fragment, or, sql, text } from '#fragments/fragment.ts'
import { instantInText } from '#fragments/instant-in-text.ts'
import { numberOf } from '#fragments/number-in-text.ts'
import { containsAny, endsWithAny, matchesRegex, startsWithAny } from '#fragments/pattern.ts'
import { cleanedPath, UNCLEAN_END } from '#query/cleaned-path.ts'
import type { Operator, PropertyFilter } from '#query/filter.ts'
import { numberIn } from '#values/number-text.ts'
import type { FilterScope, Properties } from './filter-scope.ts'
import { versionComparison } from './version-condition.ts'

/**
 * For each negative operator, the positive operator that it negates. Negative operators also match if the
 * property is missing.
 */
export const POSITIVE_OF: Readonly<Partial<Record<Operator, Operator>>> = {
  is_not: 'exact',
  not_icontains: 'icontains',
  not_starts_with: 'starts_with',
  not_ends_with: 'ends_with',
  not_regex: 'regex',
  is_not_set: 'is_set',
}

/** Condition that a property matches a positive operator; false if the property is missing. */
export function isHit(
  { key, operator, values }: Pick<PropertyFilter, 'key' | 'operator' | 'values'>,
  subject: Properties,
  scope: FilterScope,
): Fragment {
  if (operator === 'is_set') return subject.isSet(key)
  return sql`ifNull(${anyValue(subject.text(key), operator, values, scope)}, false)`
}

function anyValue(
  property: Fragment,
  operator: Operator,
  values: readonly string[],
  scope: FilterScope,
): Fragment {
  const [first = '', second = ''] = values
  switch (operator) {
    case 'exact':
      return sql`${property} IN ${bound('Array(String)', values)}`
    case 'icontains':
      return containsAny(property, values)
    case 'starts_with':
      return startsWithAny(property, values)
    case 'ends_with':
      return endsWithAny(property, values)
    case 'between':
      return sql`${numberOf(property)} BETWEEN ${numeric(first)} AND ${numeric(second)}`
    case 'not_between':
      return sql`${numberOf(property)} NOT BETWEEN ${numeric(first)} AND ${numeric(second)}`
    case 'is_date_exact':
    case 'is_date_before':
    case 'is_date_after':
      return dateComparison(property, operator, first, scope)
    case 'is_cleaned_path_exact':
      return sql`replaceRegexpOne(${property}, ${text(UNCLEAN_END)}, '') IN ${bound('Array(String)', values.map(cleanedPath))}`
    default:
      if (operator.startsWith('semver_')) return versionComparison(property, operator, first)
      return or(values.map((value) => comparison(property, operator, value)))
  }
}

function comparison(property: Fragment, operator: Operator, value: string): Fragment {
  switch (operator) {
    case 'regex':
      return matchesRegex(property, value)
    case 'gt':
      return sql`${numberOf(property)} > ${numeric(value)}`
    case 'gte':
      return sql`${numberOf(property)} >= ${numeric(value)}`
    case 'lt':
      return sql`${numberOf(property)} < ${numeric(value)}`
    case 'lte':
      return sql`${numberOf(property)} <= ${numeric(value)}`
    default:
      throw new TypeError(`Not a comparison: ${operator}`)
  }
}

function numeric(value: string): Fragment {
  const number = numberIn(value)
  return number === null ? sql`NULL` : sql`${bound('Float64', number)}`
}

function dateComparison(property: Fragment, operator: Operator, date: string, scope: FilterScope): Fragment {
  const { fromMs, toMs } = scope.instantsOf(date)
  const instant = instantInText(property, scope.timezone)
  if (operator === 'is_date_before') return sql`${instant} < ${bound('Int64', fromMs)}`
  if (operator === 'is_date_after') return sql`${instant} > ${bound('Int64', fromMs)}`
  return sql`${instant} >= ${bound('Int64', fromMs)} AND ${instant} < ${bound('Int64', toMs)}`
}
