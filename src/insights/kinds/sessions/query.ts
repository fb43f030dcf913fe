import type { NumericProperties } from '#hogql/numeric-properties.ts'
import { listedRange, personAndInstants, requireDates, selectedSeries } from '#insights/table/list-fields.ts'
import { type ListedTable, listStatement } from '#insights/table/list-statement.ts'
import { limited, ROW_LIMITS, type RowLimits, type TableQuery } from '#insights/table/table-query.ts'
import type { FilterGroup } from '#query/filter.ts'
import { parseFilters } from '#query/parse-filters.ts'
import type { FieldPaths } from '#shared/field-paths.ts'
import type { SessionsNode } from './node.ts'

export interface SessionsQuery extends TableQuery {
  readonly kind: 'sessions'
}

const START = '$start_timestamp'
const PERSON_NAME = 'person_display_name'
const SESSIONS: ListedTable = {
  table: 'sessions',
  objects: new Map([
    ['*', 'session'],
    [PERSON_NAME, 'person of event'],
  ]),
  newest: START,
}

/**
 * Parses the node of a list of sessions.
 * @throws RequestError with the name of the field, and the position in its text
 */
export function parseSessions(
  node: SessionsNode,
  at: FieldPaths,
  limits: RowLimits | null = ROW_LIMITS,
  numbers?: NumericProperties,
): SessionsQuery {
  const select = node.select && node.select.length > 0 ? node.select : ['*']
  const asked = { ...node, select, orderBy: node.orderBy?.map(byName) }
  const { query, outputs } = listStatement(SESSIONS, asked, personAndInstants(node, START, at), at, numbers)
  requireDates(node, at)
  return {
    kind: 'sessions',
    series: selectedSeries(node, at),
    breakdown: null,
    outputs,
    ...limited(query, limits),
    dateRange: listedRange(node),
    properties: allFilters(node, at),
    filterTestAccounts: node.filterTestAccounts === true,
  }
}

/**
 * Returns the filters of all fields of the node together. A session is listed if one of its events matches
 * all of them.
 */
const allFilters = (node: SessionsNode, at: FieldPaths): FilterGroup => ({
  kind: 'group',
  combine: 'and',
  members: (['properties', 'fixedProperties', 'eventProperties'] as const)
    .map((field) => parseFilters(node[field], at(field)))
    .filter(({ members }) => members.length > 0),
})

/**
 * Returns an order of the list. An order by `person_display_name` becomes an order by the name that is shown.
 * Clients may write the comment `-- Person` after the column. The direction follows after it.
 */
const byName = (key: string): string =>
  key.replace(
    /^\s*person_display_name\b(\s*--\s*Person\b)?/,
    'coalesce(person.properties.email, person.properties.name, person.properties.username, distinct_id)',
  )
