import { type Fragment, join, nestedQuery, numeral, sql } from '#fragments/fragment.ts'
import type { PersonNumbers } from '#hogql/functions/definition.ts'
import { NO_NUMBERS, type NumericProperties } from '#hogql/numeric-properties.ts'
import type { InstantRange } from '#query/date-range.ts'
import { instantsOfDate } from '#query/filter-dates.ts'
import type { Calendar } from '#values/date-text.ts'
import type { PropertySubject } from '#values/property-subject.ts'
import { type SessionProperty, sessionPropertyOf } from '#values/session-properties.ts'
import { groupKeyOf, groupsOf } from './groups.ts'
import { isSet, propertyText } from './json-properties.ts'
import { eventMetadata, personMetadata } from './metadata-columns.ts'
import { personOf } from './person-roots.ts'
import { personsOf } from './persons.ts'
import { EVENT_PROPERTIES, MIRRORED_PROPERTIES, type PropertySource } from './property-source.ts'
import { sessionOf, sessionValues } from './sessions.ts'

/** Leads from a row of a query to the row of a subject, such as the person of an event. */
export interface Link {
  /** Expression over a row of the query: the key of the subject that the row belongs to. */
  readonly key: Fragment
  /** Query for the keys of all subjects that meet the condition. The condition is on the property `key`. */
  keysWhere(condition: Fragment, key: string): Fragment
  /**
   * Query for columns of all subjects. It also has the column `subject`, which is the key of the subject.
   * `columns` are made from the property `key`.
   */
  columnsOf(columns: readonly Fragment[], key: string): Fragment
}

/** Expressions for the properties of a subject. */
export interface Properties {
  /** The property as text; null if it is missing. */
  text(key: string): Fragment
  isSet(key: string): Fragment
}

const inJson = (source: PropertySource): Properties => ({
  text: (key) => propertyText(key, source),
  isSet: (key) => isSet(key, source),
})
const OF_EVENT = inJson(EVENT_PROPERTIES)
const MIRRORED = inJson(MIRRORED_PROPERTIES)

/** Leads from a row of a query to the properties of a subject. */
export interface Reach {
  readonly properties: Properties
  /** Null if each row of the query has the properties itself. */
  readonly link: Link | null
}

/** Everything that is needed to make conditions on the rows of a query, in addition to the filters. */
export interface FilterScope {
  /** Returns how to reach the properties of a subject; null if the rows do not lead to this subject. */
  reach(on: PropertySubject): Reach | null
  /**
   * Returns the condition that the person of a row is a member of a cohort. Null if the rows lead to no
   * person.
   */
  readonly isMember: ((cohortId: number) => Fragment) | null
  /** Properties that are numbers in expressions. */
  readonly numbers: NumericProperties
  /** Numbers of the persons that expressions name; absent if they cannot name any. */
  readonly personNumbers?: PersonNumbers
  /** Time zone of dates without an offset, in filters and in properties. */
  readonly timezone: string
  readonly weekStartDay: Calendar['weekStartDay']
  /** Instant of the question. */
  readonly nowMs: number
  /** @throws RequestError if the date cannot be parsed. */
  instantsOf(date: string): InstantRange
}

const list = (columns: readonly Fragment[]) => join(columns, sql`,\n`)
const ofType = (typeIndex: number) => sql`group_type_index = ${numeral(typeIndex)}`

/** Facts that the conditions of a question's filters depend on. */
export interface ScopeFacts {
  readonly projectId: number
  readonly hasMerges: boolean
  readonly calendar: Calendar
  /** Properties that are numbers in expressions; absent if there are none. */
  readonly numbers?: NumericProperties | undefined
  /** Numbers of the persons that expressions name; absent if they cannot name any. */
  readonly personNumbers?: PersonNumbers | undefined
  /** Range of the events. */
  readonly range: InstantRange
}

const dates = (calendar: Calendar, numbers = NO_NUMBERS) => ({
  numbers,
  timezone: calendar.timezone,
  weekStartDay: calendar.weekStartDay,
  nowMs: calendar.nowMs,
  instantsOf: (date: string) => instantsOfDate(date, calendar),
})

/** Returns a query for the numbers of the persons in a cohort. */
export type MembersOf = (cohortId: number) => Fragment

/**
 * Returns the scope of conditions on events. Persons, groups and cohorts are as they are now. If
 * `membersOf` is null, conditions on cohorts are refused.
 */
export const eventScope = (facts: ScopeFacts, membersOf: MembersOf | null = null): FilterScope => ({
  ...dates(facts.calendar, facts.numbers),
  ...(facts.personNumbers !== undefined && { personNumbers: facts.personNumbers }),
  isMember:
    membersOf && ((cohortId) => among(personOf(facts.projectId, facts.hasMerges), membersOf(cohortId))),
  reach(on) {
    if (on === 'event') return { properties: OF_EVENT, link: null }
    if (on === 'person') return personReach(facts)
    if (on === 'event_metadata') return { properties: eventMetadata(facts.calendar.timezone), link: null }
    if (on === 'person_metadata')
      return { ...personReach(facts), properties: personMetadata(facts.calendar.timezone) }
    if (on === 'session') return sessionReach(facts)
    return typeof on === 'object' ? groupReach(facts, on.group) : null
  },
})

/**
 * Returns the scope of conditions on persons. `isMember` gives the condition that a person is in a cohort.
 * Without `isMember`, conditions on cohorts are refused.
 */
export const personScope = (
  calendar: Calendar,
  isMember: ((cohortId: number) => Fragment) | null = null,
): FilterScope => ({
  ...dates(calendar),
  isMember,
  reach(on) {
    if (on === 'person_metadata') return { properties: personMetadata(calendar.timezone), link: null }
    return on === 'person' ? { properties: MIRRORED, link: null } : null
  },
})

/**
 * Returns the scope of conditions on groups of one type. A group does not lead to the properties of groups
 * of another type.
 */
export const groupScope = (calendar: Calendar): FilterScope => ({
  ...dates(calendar),
  isMember: null,
  reach: (on) => (typeof on === 'object' ? { properties: ofGroupRow(on.group), link: null } : null),
})

const ofGroupRow = (typeIndex: number): Properties => ({
  text: (key) => sql`if(${ofType(typeIndex)}, ${MIRRORED.text(key)}, NULL)`,
  isSet: (key) => sql`(${ofType(typeIndex)} AND ${MIRRORED.isSet(key)})`,
})

/** Condition that a key is among the keys of a query. */
export const among = (key: Fragment, keys: Fragment): Fragment => sql`${key} IN (
  ${nestedQuery(keys)}
)`

const personReach = ({ projectId, hasMerges }: ScopeFacts): Reach => ({
  properties: MIRRORED,
  link: {
    key: personOf(projectId, hasMerges),
    keysWhere: (condition) => sql`SELECT person
${personsOf(projectId, [condition])}`,
    columnsOf: (columns) => sql`SELECT
  ${list([sql`person AS subject`, ...columns])}
${personsOf(projectId, [])}`,
  },
})

const OF_SESSION: Properties = { text: () => sql`value`, isSet: () => sql`value IS NOT NULL` }

const sessionReach = ({ projectId, range }: ScopeFacts): Reach => ({
  properties: OF_SESSION,
  link: {
    key: sessionOf,
    keysWhere: (condition, key) => sql`-- the sessions with such a value
SELECT session
${sessionValues(projectId, range, sessionProperty(key))}
WHERE ${condition}`,
    columnsOf: (columns, key) => sql`SELECT
  ${list([sql`session AS subject`, ...columns])}
${sessionValues(projectId, range, sessionProperty(key))}`,
  },
})

function sessionProperty(key: string): SessionProperty {
  const property = sessionPropertyOf(key)
  if (property === null) throw new TypeError(`Sessions have no property ${key}`)
  return property
}

const groupReach = ({ projectId }: ScopeFacts, typeIndex: number): Reach => ({
  properties: MIRRORED,
  link: {
    key: groupKeyOf(typeIndex),
    keysWhere: (condition) => sql`SELECT group_key
${groupsOf(projectId, [ofType(typeIndex), condition])}`,
    columnsOf: (columns) => sql`SELECT
  ${list([sql`group_key AS subject`, ...columns])}
${groupsOf(projectId, [ofType(typeIndex)])}`,
  },
})
