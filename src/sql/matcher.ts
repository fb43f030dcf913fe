import { and, type Fragment, or, sql, text } from '#fragments/fragment.ts'
import type { Matcher } from '#query/matcher.ts'
import type { FilterScope } from './filter-scope.ts'
import { groupConditions } from './filters.ts'

/** Condition that a matcher matches an event. */
export const matches = (matcher: Matcher, scope: FilterScope): Fragment =>
  or(matcher.map((one) => alternative(one, scope)))

function alternative({ event, filter }: Matcher[number], scope: FilterScope): Fragment {
  const name = event === null ? [] : [sql`event = ${text(event)}`]
  return and([...name, ...groupConditions(filter, scope)])
}
