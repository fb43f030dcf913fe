import { and, type Fragment, or, sql } from '#fragments/fragment.ts'
import type { CohortFilter, Filter, FilterGroup, PropertyFilter } from '#query/filter.ts'
import { notSupported } from '#shared/request-error.ts'
import { isReadableRegex } from '#values/readable-regex.ts'
import { elementCondition } from './elements.ts'
import { filterByHogql } from './expression-condition.ts'
import { among, type FilterScope } from './filter-scope.ts'
import { isHit, POSITIVE_OF } from './property-conditions.ts'

/** Condition of a filter group on the rows of a scope; null if the group restricts nothing. */
export function groupCondition(group: FilterGroup, scope: FilterScope): Fragment | null {
  const members = group.members
    .map((member) =>
      member.kind === 'group' ? groupCondition(member, scope) : filterCondition(member, scope),
    )
    .filter((condition) => condition !== null)
  if (members.length === 0) return null
  return group.combine === 'and' ? and(members) : or(members)
}

/**
 * Returns the condition of a filter group in a list, to be joined with other conditions. The list is empty
 * if the group restricts nothing.
 */
export function groupConditions(group: FilterGroup, scope: FilterScope): Fragment[] {
  const condition = groupCondition(group, scope)
  return condition === null ? [] : [condition]
}

/**
 * Returns the condition that the person of a row is in a cohort, in a list, to be joined with other
 * conditions. The list is empty if there is no cohort.
 */
export function memberConditions(cohortId: number | null, scope: FilterScope): Fragment[] {
  if (cohortId === null) return []
  if (scope.isMember === null) throw new TypeError('These rows lead to no cohorts')
  return [scope.isMember(cohortId)]
}

/**
 * Condition of one filter.
 * @throws RequestError `not_supported` for a subject to which the rows of the scope do not lead.
 */
export function filterCondition(filter: Filter, scope: FilterScope): Fragment {
  if (filter.on === 'hogql') return filterByHogql(filter.expression, scope)
  if (filter.on === 'cohort') return cohortCondition(filter, scope)
  if (filter.on === 'element' && scope.reach('event')?.link === null) return elementCondition(filter)
  return propertyCondition(filter, scope)
}

// If parsing refuses a filter of this type, the error names the path of the filter. This error is for
// filters that do not come from parsing.
const refused = (type: string) => notSupported(`A filter of type '${type}'`, 'properties')

/** Condition of a filter on a cohort. A row without a person is in no cohort. */
function cohortCondition({ cohortId, isMember }: CohortFilter, scope: FilterScope): Fragment {
  if (scope.isMember === null) throw refused('cohort')
  const holds = scope.isMember(cohortId)
  return isMember ? holds : sql`NOT ${holds}`
}

/**
 * Condition of a filter on a property. If the property is missing (null), a positive operator does not
 * match and a negative one does. If a row has no subject, for example an event whose person has no profile,
 * the property counts as missing.
 */
function propertyCondition(filter: PropertyFilter, scope: FilterScope): Fragment {
  const { on, operator, values } = filter
  if (operator === 'not_regex' && !values.every(isReadableRegex)) return sql`false`
  const reach = scope.reach(on)
  if (reach === null) throw refused(typeof on === 'string' ? on : 'group')
  const positive = POSITIVE_OF[operator]
  const hit = isHit({ ...filter, operator: positive ?? operator }, reach.properties, scope)
  const holds = reach.link === null ? hit : among(reach.link.key, reach.link.keysWhere(hit, filter.key))
  return positive === undefined ? holds : sql`NOT ${holds}`
}
