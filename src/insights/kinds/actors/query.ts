import { SQL_NODE } from '#contract/insight-kinds.ts'
import type { NumericProperties } from '#hogql/numeric-properties.ts'
import { readableSource } from '#hogql/select/parse-statement.ts'
import { parseStatement } from '#hogql/syntax/parse-query.ts'
import { operation } from '#hogql/syntax/syntax.ts'
import {
  column,
  type ListedTable,
  listStatement,
  type SentCondition,
  written,
} from '#insights/table/list-statement.ts'
import { limited, ROW_LIMITS, type RowLimits, type TableQuery } from '#insights/table/table-query.ts'
import { bothHold } from '#query/combine-filters.ts'
import { parseDateRange } from '#query/date-range.ts'
import { ON_PERSONS, parseFilters } from '#query/parse-filters.ts'
import { attrOf, type FieldPaths } from '#shared/field-paths.ts'
import { isGiven, isJsonObject } from '#shared/json-value.ts'
import { invalid } from '#shared/request-error.ts'
import type { ActorsNode } from './node.ts'

export interface ActorsQuery extends TableQuery {
  readonly kind: 'actors'
}

const STANDARD_SELECT = ['person', 'id', 'created_at']
const PERSONS: ListedTable = {
  table: 'persons',
  objects: new Map([
    ['person', 'listed person'],
    ['actor', 'listed person'],
    ['*', 'listed person'],
    ['person_display_name', 'display name'],
  ]),
  newest: 'created_at',
}

/**
 * Parses a list of persons.
 * @throws RequestError with the name of the field, and the position in its text
 */
export function parseActors(
  node: ActorsNode,
  at: FieldPaths,
  limits: RowLimits | null = ROW_LIMITS,
  numbers?: NumericProperties,
): ActorsQuery {
  const conditions = [...searched(node, at), ...amongSource(node, at)]
  const asked = { ...node, select: node.select ?? STANDARD_SELECT }
  const { query, outputs } = listStatement(PERSONS, asked, conditions, at, numbers)
  return {
    kind: 'actors',
    series: [],
    breakdown: null,
    outputs,
    ...limited(query, limits),
    dateRange: parseDateRange(null),
    properties: parseFilters(bothHold(node.properties, node.fixedProperties), at('properties'), ON_PERSONS),
    filterTestAccounts: false,
  }
}

/** Returns the condition that any value of a person contains the text of `search`, ignoring case. */
function searched({ search }: ActorsNode, at: FieldPaths): SentCondition[] {
  if (!search) return []
  const condition = operation('valuesContain', 0, [column(['properties']), written(search)])
  return [{ condition, source: { text: search, path: at('search') } }]
}

/** The fields with which the node of a statement replaces placeholders in its text. */
const OF_STATEMENTS = ['filters', 'values', 'variables']

/** Returns the condition that a person is one of the persons that a statement selects. */
function amongSource({ source }: ActorsNode, at: FieldPaths): SentCondition[] {
  if (!isGiven(source)) return []
  if (!isJsonObject(source) || source.kind !== SQL_NODE || typeof source.query !== 'string')
    throw invalid(
      'not_supported',
      `The source of a list of persons must be a ${SQL_NODE}. A list of the actors of an insight can be computed, but not saved.`,
      attrOf(at('source', 'kind')),
    )
  const unread = Object.keys(source).find((key) => OF_STATEMENTS.includes(key) && isGiven(source[key]))
  if (unread !== undefined)
    throw invalid(
      'not_supported',
      'A statement in a list of persons cannot have values or filters of its own: write them into the text of the statement.',
      attrOf(at('source', unread)),
    )
  const text = readableSource({ text: source.query, path: at('source', 'query'), noun: 'statement' })
  const among = operation('in', 0, [column(['id']), { kind: 'query', query: parseStatement(text), at: 0 }])
  return [{ condition: among, source: text }]
}
