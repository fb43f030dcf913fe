import type { NumericProperties } from '#hogql/numeric-properties.ts'
import { call, operation, type Syntax } from '#hogql/syntax/syntax.ts'
import {
  column,
  type ListedTable,
  listStatement,
  nameOfColumn,
  type SentCondition,
  written,
} from '#insights/table/list-statement.ts'
import { limited, ROW_LIMITS, type RowLimits, type TableQuery } from '#insights/table/table-query.ts'
import { parseDateRange } from '#query/date-range.ts'
import { onGroups, parseFilters } from '#query/parse-filters.ts'
import type { FieldPaths } from '#shared/field-paths.ts'
import type { GroupsNode } from './node.ts'

export interface GroupsQuery extends TableQuery {
  readonly kind: 'groups'
}

const NAME = 'group_name'
const GROUPS: ListedTable = {
  table: 'groups',
  objects: new Map([[NAME, 'group name']]),
  newest: 'created_at',
}

/**
 * Parses a list of the groups of one type.
 * @throws RequestError with the name of the field, and the position in its text
 */
export function parseGroups(
  node: GroupsNode,
  at: FieldPaths,
  limits: RowLimits | null = ROW_LIMITS,
  numbers?: NumericProperties,
): GroupsQuery {
  const asked = { ...node, select: node.select ?? [NAME], orderBy: node.orderBy?.map(ofName) }
  const { query, outputs } = listStatement(
    GROUPS,
    asked,
    [ofType(node, at), ...searched(node, at)],
    at,
    numbers,
  )
  return {
    kind: 'groups',
    series: [],
    breakdown: null,
    outputs,
    ...limited(query, limits),
    dateRange: parseDateRange(null),
    properties: parseFilters(node.properties, at('properties'), onGroups(node.group_type_index)),
    filterTestAccounts: false,
  }
}

/**
 * Returns an order of the list. An order by `group_name` becomes an order by the name that is shown: the
 * property `name`, or the key if there is no such property.
 */
const ofName = (key: string): string =>
  nameOfColumn(key).startsWith(NAME) ? nameOfColumn(key).replace(NAME, 'coalesce(properties.name, key)') : key

const numeral = (value: number): Syntax => ({ kind: 'value', value, at: 0 })

const ofType = ({ group_type_index: index }: GroupsNode, at: FieldPaths): SentCondition => ({
  condition: operation('equals', 0, [column(['index']), numeral(index)]),
  source: { text: String(index), path: at('group_type_index') },
})

/** Returns the condition that the name or the key of a group contains a text, ignoring case. */
function searched({ search }: GroupsNode, at: FieldPaths): SentCondition[] {
  if (!search) return []
  const contains = (field: readonly string[]) =>
    operation('greater', 0, [
      call('positionCaseInsensitive', 0, [column(field), written(search)]),
      numeral(0),
    ])
  const condition = operation('or', 0, [contains(['properties', 'name']), contains(['key'])])
  return [{ condition, source: { text: search, path: at('search') } }]
}
