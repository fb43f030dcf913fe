import type { Filter, FilterGroup, Operator, PropertyFilter } from '#query/filter.ts'
import { parseNumber } from '#query/number-text.ts'
import { isReadableRegex } from '#query/readable-regex.ts'
import { notSupported } from '#shared/request-error.ts'
import { and, bound, type Fragment, identifier, or, sql, text } from './fragment.ts'
import { containsAny, matchesRegex } from './pattern.ts'
import { EVENT_PROPERTIES, ON_EVENTS, type PropertySource } from './property-source.ts'

// A dot in a key is stored escaped, because the JSON type reads a plain one as nesting.
const pathOf = (key: string) => identifier(key.toWellFormed().replaceAll('.', '%2E'))

// The JSON type reads a leading `^` as "the object below" and stores a dot as `%2E`: keys that contain these themselves
// are read from the text, which is slower and exact.
const isReadAsPath = (key: string) => !key.startsWith('^') && !key.includes('%2E')

/** A property as text, null where it is missing. */
export function propertyText(key: string, source = EVENT_PROPERTIES): Fragment {
  if (!isReadAsPath(key)) return sql`JSONExtract(${source.raw}, ${text(key)}, 'Nullable(String)')`
  const path = sql`${source.json}.${pathOf(key)}`
  return source.typed.has(key) ? path : sql`CAST(${path}, 'Nullable(String)')`
}

// An object has no text of its own under its key, only paths below it. An empty one has none and counts as missing.
function isSet(key: string, source: PropertySource): Fragment {
  const property = propertyText(key, source)
  if (source.typed.has(key) || !isReadAsPath(key)) return sql`${property} IS NOT NULL`
  return sql`(${property} IS NOT NULL OR notEmpty(JSONAllPaths(${source.json}.^${pathOf(key)})))`
}

/** A group as one condition over rows that have these properties, or null where it restricts nothing. */
export function groupCondition(group: FilterGroup, sources = ON_EVENTS): Fragment | null {
  const members = group.members
    .map((member) =>
      member.kind === 'group' ? groupCondition(member, sources) : filterCondition(member, sources),
    )
    .filter((condition) => condition !== null)
  if (members.length === 0) return null
  return group.combine === 'and' ? and(members) : or(members)
}

/** A group beside other conditions: none where it restricts nothing. */
export function groupConditions(group: FilterGroup, sources = ON_EVENTS): Fragment[] {
  const condition = groupCondition(group, sources)
  return condition === null ? [] : [condition]
}

/** @throws RequestError `not_supported` for a subject that these rows have no properties of. */
export function filterCondition(filter: Filter, sources = ON_EVENTS): Fragment {
  if (filter.on === 'cohort' || filter.on === 'hogql') throw refused(filter.on)
  const subject = typeof filter.on === 'string' ? filter.on : 'group'
  const source = subject === 'group' ? undefined : sources[subject]
  if (source === undefined) throw refused(subject)
  return propertyCondition(filter, source)
}

// Parsing refuses these with their place; this is for filters that do not come from parsing.
const refused = (type: string) => notSupported(`A filter of type '${type}'`, 'properties')

/** Null (a missing property) is no match for a positive operator and a match for a negative one. */
function propertyCondition({ key, operator, values }: PropertyFilter, source: PropertySource): Fragment {
  if (operator === 'is_set') return isSet(key, source)
  if (operator === 'is_not_set') return sql`NOT ${isSet(key, source)}`
  if (operator === 'not_regex' && !values.every(isReadableRegex)) return sql`false`
  const property = propertyText(key, source)
  const positive = POSITIVE_OF[operator]
  const hit = sql`ifNull(${anyValue(property, positive ?? operator, values)}, false)`
  return positive === undefined ? hit : sql`NOT ${hit}`
}

const POSITIVE_OF: Partial<Record<Operator, Operator>> = {
  is_not: 'exact',
  not_icontains: 'icontains',
  not_regex: 'regex',
}

function anyValue(property: Fragment, operator: Operator, values: readonly string[]): Fragment {
  if (operator === 'exact') return sql`${property} IN ${bound('Array(String)', values)}`
  if (operator === 'icontains') return containsAny(property, values)
  return or(values.map((value) => comparison(property, operator, value)))
}

function comparison(property: Fragment, operator: Operator, value: string): Fragment {
  switch (operator) {
    case 'regex':
      return matchesRegex(property, value)
    case 'gt':
      return sql`${numberIn(property)} > ${numberOf(value)}`
    case 'gte':
      return sql`${numberIn(property)} >= ${numberOf(value)}`
    case 'lt':
      return sql`${numberIn(property)} < ${numberOf(value)}`
    case 'lte':
      return sql`${numberIn(property)} <= ${numberOf(value)}`
    default:
      throw new TypeError(`Not a comparison: ${operator}`)
  }
}

// On both sides spaces are removed, and text that is no number matches nothing.
const numberIn = (property: Fragment) => sql`toFloat64OrNull(replaceAll(${property}, ' ', ''))`

function numberOf(value: string): Fragment {
  const number = parseNumber(value)
  return number === null ? sql`NULL` : sql`${bound('Float64', number)}`
}
