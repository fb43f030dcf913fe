import type { InstantRange } from '#query/date-range.ts'
import type { Calendar } from '#query/date-text.ts'
import type { PropertySubject } from '#query/filter.ts'
import { instantsOfDate } from '#query/filter-dates.ts'
import { type Fragment, numeral, sql } from './fragment.ts'
import { groupKeyOf, groupsOf } from './groups.ts'
import { personOf } from './person-roots.ts'
import { personsOf } from './persons.ts'
import { EVENT_PROPERTIES, MIRRORED_PROPERTIES, type PropertySource } from './property-source.ts'

/** The way from the rows of a query to the rows of a subject. */
export interface Link {
  /** Of a row of the query: the subject that it belongs to. */
  readonly key: Fragment
  /** A query for the keys of the subjects that a condition holds for. */
  keysWhere(condition: Fragment): Fragment
}

/** The way from the rows of a query to the properties of a subject. */
export interface Reach {
  readonly source: PropertySource
  /** Null where each row of the query has the properties. */
  readonly link: Link | null
}

/** Everything that conditions on the rows of a query use beside the filters. */
export interface FilterScope {
  /** Null for a subject that these rows do not lead to. */
  reach(on: PropertySubject): Reach | null
  /** Dates without an offset are in this time zone, in filters and in properties. */
  readonly timezone: string
  /** The instant of the question. */
  readonly nowMs: number
  /** @throws RequestError for a date that cannot be parsed. */
  instantsOf(date: string): InstantRange
}

/** Facts that the conditions of a question's filters depend on. */
export interface ScopeFacts {
  readonly projectId: number
  readonly hasMerges: boolean
  readonly calendar: Calendar
}

const dates = (calendar: Calendar) => ({
  timezone: calendar.timezone,
  nowMs: calendar.nowMs,
  instantsOf: (date: string) => instantsOfDate(date, calendar),
})

/** Over events. A person, a group: as they are now. */
export const eventScope = (facts: ScopeFacts): FilterScope => ({
  ...dates(facts.calendar),
  reach(on) {
    if (on === 'event') return { source: EVENT_PROPERTIES, link: null }
    if (on === 'person') return personReach(facts)
    return typeof on === 'object' ? groupReach(facts, on.group) : null
  },
})

/** Over persons. */
export const personScope = (calendar: Calendar): FilterScope => ({
  ...dates(calendar),
  reach: (on) => (on === 'person' ? { source: MIRRORED_PROPERTIES, link: null } : null),
})

const personReach = ({ projectId, hasMerges }: ScopeFacts): Reach => ({
  source: MIRRORED_PROPERTIES,
  link: {
    key: personOf(projectId, hasMerges),
    keysWhere: (condition) => sql`SELECT person
${personsOf(projectId, [condition])}`,
  },
})

const groupReach = ({ projectId }: ScopeFacts, typeIndex: number): Reach => ({
  source: MIRRORED_PROPERTIES,
  link: {
    key: groupKeyOf(typeIndex),
    keysWhere: (condition) => sql`SELECT group_key
${groupsOf(projectId, [sql`group_type_index = ${numeral(typeIndex)}`, condition])}`,
  },
})
