import type { Matcher } from '#query/matcher.ts'
import { groupConditions } from './filters.ts'
import { and, type Fragment, or, sql, text } from './fragment.ts'

/** The condition that the matcher counts an event. */
export const matches = (matcher: Matcher): Fragment => or(matcher.map(alternative))

function alternative({ event, filter }: Matcher[number]): Fragment {
  const name = event === null ? [] : [sql`event = ${text(event)}`]
  return and([...name, ...groupConditions(filter)])
}
