import type { EventMatcher } from '#query/resolve.ts'
import { and, type Fragment, sql, text } from './fragment.ts'
import { groupConditions } from './property-conditions.ts'

/** Whether an event belongs to a series. */
export function matches(matcher: EventMatcher): Fragment {
  const conditions = matcher.event === null ? [] : [sql`event = ${text(matcher.event)}`]
  return and([...conditions, ...groupConditions(matcher.properties)])
}
