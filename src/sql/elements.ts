import { and, type Fragment, or, sql, withPattern } from '#fragments/fragment.ts'
import { containsAny, endsWithAny, matchesRegex, startsWithAny } from '#fragments/pattern.ts'
import type { Operator, PropertyFilter } from '#query/filter.ts'
import { parseSelector } from '#query/selector.ts'
import { attributeValues, chainContains, hasTag, hasValue } from './elements-chain.ts'
import { POSITIVE_OF } from './property-conditions.ts'
import { selects } from './selector.ts'

/**
 * Cost of reading an attribute, for each character of a chain. The unit is the cost of one part of an
 * expensive pattern.
 */
const PARTS_OF_AN_ATTRIBUTE = 0.5

/**
 * Condition on rows of events for a filter on elements. It is true if the event's element, or an element
 * around it, has the tag, text or link, or is selected by the selector. With a negative operator it is true
 * if this holds for none of these elements, and also if there are no elements.
 * @throws RequestError for a selector that parsing would have refused.
 */
export function elementCondition({ key, operator, values }: PropertyFilter): Fragment {
  const positive = POSITIVE_OF[operator]
  const hit = anyElement(key, positive ?? operator, values)
  return positive === undefined ? hit : sql`NOT (${hit})`
}

function anyElement(key: string, operator: Operator, values: readonly string[]): Fragment {
  if (key === 'selector') return or(values.map((value) => selects(parseSelector(value, ['properties']))))
  if (key === 'tag_name') return hasTag(values)
  if (key !== 'text' && key !== 'href') throw new TypeError(`Elements have no ${key}`)
  return withPattern(PARTS_OF_AN_ATTRIBUTE, attributeCondition(key, operator, values))
}

function attributeCondition(key: 'text' | 'href', operator: Operator, values: readonly string[]): Fragment {
  const found = attributeValues(key)
  switch (operator) {
    case 'is_set':
      return and([chainContains([`${key}="`]), sql`notEmpty(${found})`])
    case 'exact':
      return hasValue(key, values)
    case 'icontains':
      return anyValue(key, found, containsAny(sql`value`, values))
    case 'starts_with':
      return anyValue(key, found, startsWithAny(sql`value`, values))
    case 'ends_with':
      return anyValue(key, found, endsWithAny(sql`value`, values))
    case 'regex':
      return anyValue(key, found, or(values.map((value) => matchesRegex(sql`value`, value))))
    default:
      throw new TypeError(`Not an operator of elements: ${operator}`)
  }
}

const anyValue = (key: string, found: Fragment, condition: Fragment) =>
  and([chainContains([`${key}="`]), sql`arrayExists(value -> ifNull(${condition}, false), ${found})`])
