import type { ReadData } from '#coordination/data-versions.ts'
import { bound, type Fragment, sql } from '#fragments/fragment.ts'
import { scopeOf, testAccountsOf } from '#insights/kind/resolve.ts'
import { kindOf } from '#insights/questions/find-kind.ts'
import type { InstantRange } from '#query/date-range.ts'
import type { Definitions } from '#query/definitions.ts'
import { allHold, NO_RESTRICTION } from '#query/filter.ts'
import type { Matcher } from '#query/matcher.ts'
import { matcherOf } from '#query/series.ts'
import { eventsOf, STORABLE } from '#sql/events.ts'
import { groupConditions } from '#sql/filters.ts'
import { matches } from '#sql/matcher.ts'
import type { Calendar } from '#values/date-text.ts'
import type { Question } from './question.ts'

export interface AskedEvents {
  readonly question: Pick<Question, 'project' | 'query'>
  readonly definitions: Definitions
  readonly calendar: Calendar
}

/** Conditions on the events that a question counts. */
export interface CountedEvents {
  /** Conditions on the names of the events alone. */
  readonly named: readonly Fragment[]
  /** Conditions on names and filters; null if names alone decide. */
  readonly matching: readonly Fragment[] | null
}

/**
 * Returns conditions on the events that a question counts. They are the events of its series. If the
 * question has no series, or can count events of any name, they are the events with the names that it
 * reads.
 * @throws RequestError
 */
export function countedEvents(
  { question, definitions, calendar }: AskedEvents,
  { events }: ReadData,
  hasMerges: boolean,
): CountedEvents {
  const { project, query } = question
  const matcher = countedMatcher(query, definitions, events)
  const scope = scopeOf({ projectId: project.id, hasMerges, definitions }, calendar, STORABLE)
  const filters = groupConditions(allHold(query.properties, testAccountsOf(query, project)), scope)
  const isNamed = filters.length === 0 && matcher.every(({ filter }) => filter.members.length === 0)
  return {
    named: namesOf(matcher),
    matching: isNamed ? null : [matches(matcher, scope), ...filters],
  }
}

function countedMatcher(
  query: Question['query'],
  definitions: Definitions,
  events: ReadData['events'],
): Matcher {
  const { countsAnyName = false } = kindOf(query).reads(query)
  if (!countsAnyName && query.series.length > 0)
    return query.series.flatMap((series) => matcherOf(series, definitions))
  const names = events === 'any' ? [null] : events
  return names.map((event) => ({ event, filter: NO_RESTRICTION }))
}

function namesOf(matcher: Matcher): Fragment[] {
  const names = matcher.flatMap(({ event }) => event ?? [])
  return names.length < matcher.length
    ? []
    : [sql`event IN ${bound('Array(String)', [...new Set(names)].sort())}`]
}

/**
 * Query for the number of events in a range (`count`), and for the instant of the first of them in epoch ms
 * (`earliest`).
 */
export const earliestIn = (
  projectId: number,
  range: InstantRange,
  conditions: readonly Fragment[],
): Fragment => sql`SELECT
  count() AS count,
  toUnixTimestamp64Milli(min(ts)) AS earliest
${eventsOf(projectId, range, conditions)}`
