import { type Fragment, sql } from '#fragments/fragment.ts'
import type { HogqlNode } from '#hogql/expression.ts'
import { printHogql } from '#hogql/print-hogql.ts'
import type { TableName } from '#hogql/select/tables.ts'
import { eventValues } from '#sql/event-values.ts'
import { eventsOf, STORABLE } from '#sql/events.ts'
import { among, groupScope, personScope } from '#sql/filter-scope.ts'
import { groupConditions } from '#sql/filters.ts'
import { groupsOf } from '#sql/groups.ts'
import { matches } from '#sql/matcher.ts'
import { personsOf } from '#sql/persons.ts'
import { mirrorScope } from './mirror-scope.ts'
import { printCohortPeople } from './print-cohort-people.ts'
import { printCohorts } from './print-cohorts.ts'
import { printSessions } from './print-sessions.ts'
import { givenColumns, type PrintTable } from './table-read.ts'
import { dayConditions } from './time-bounds.ts'

const printEvents: PrintTable = ({ columns, conditions }, facts, statement) => {
  const scope = facts.scopeIn(STORABLE)
  const values = eventValues(scope, statement)
  const print = (root: HogqlNode) => values.part(root)
  const given = givenColumns(columns, print)
  const own = conditions.filter(({ kind }) => kind !== 'filters')
  const isFiltered = own.length < conditions.length
  const { filter, range, matchers } = facts.filters
  const inRange = facts.scopeIn(range)
  const where = [
    ...own.flatMap((condition) => dayConditions(condition, 'timestamp', print)),
    ...own.map(print),
    ...(isFiltered ? matchers.map((matcher) => matches(matcher, inRange)) : []),
    ...(isFiltered ? groupConditions(filter, inRange) : []),
  ]
  return sql`SELECT
  ${given}
${eventsOf(facts.projectId, isFiltered ? range : STORABLE, where, values.joins())}`
}

const PERSON_COLUMNS: ReadonlyMap<string, Fragment> = new Map([
  ['id', sql`person`],
  ['created_at', sql`created_at`],
  ['is_identified', sql`toUInt8(is_identified)`],
  ['properties', sql`properties_raw`],
])

const printPersons: PrintTable = ({ columns, conditions }, facts, statement) => {
  const scope = mirrorScope(facts, statement, PERSON_COLUMNS)
  const print = (root: HogqlNode) => printHogql({ root }, scope)
  const own = conditions.filter(({ kind }) => kind !== 'filters')
  const persons = personScope(facts.calendar, (id) => among(sql`person`, facts.membersOf(id)))
  const filters = own.length < conditions.length ? groupConditions(facts.filters.filter, persons) : []
  return sql`SELECT
  ${givenColumns(columns, print)}
${personsOf(facts.projectId, [...own.map(print), ...filters])}`
}

const GROUP_COLUMNS: ReadonlyMap<string, Fragment> = new Map([
  ['index', sql`toFloat64(group_type_index)`],
  ['key', sql`group_key`],
  ['created_at', sql`created_at`],
  ['properties', sql`properties_raw`],
])

const printGroups: PrintTable = ({ columns, conditions }, facts, statement) => {
  const scope = mirrorScope(facts, statement, GROUP_COLUMNS)
  const print = (root: HogqlNode) => printHogql({ root }, scope)
  const own = conditions.filter(({ kind }) => kind !== 'filters')
  const filters =
    own.length < conditions.length ? groupConditions(facts.filters.filter, groupScope(facts.calendar)) : []
  return sql`SELECT
  ${givenColumns(columns, print)}
${groupsOf(facts.projectId, [...own.map(print), ...filters])}`
}

export const PRINT_TABLE: Readonly<Record<TableName, PrintTable>> = {
  events: printEvents,
  persons: printPersons,
  groups: printGroups,
  sessions: printSessions,
  cohorts: printCohorts,
  cohort_people: printCohortPeople,
}
