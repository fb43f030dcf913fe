import type { Warning } from '#contract/warning.ts'
import { type PlaceholderValue, parseStatement } from '#hogql/select/parse-statement.ts'
import { limited, ROW_LIMITS, type RowLimits, type TableQuery } from '#insights/table/table-query.ts'
import { parseDateRange } from '#query/date-range.ts'
import { parseFilters } from '#query/parse-filters.ts'
import { attrOf, type Places } from '#query/places.ts'
import { isGiven, isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { invalid } from '#shared/request-error.ts'
import type { SqlNode } from './node.ts'

export interface SqlQuery extends TableQuery {
  readonly kind: 'sql'
  /** Whether the filters of the request are part of the statement. */
  readonly hasFilters: boolean
}

/** @throws RequestError with the place in the statement */
export function parseSql(node: SqlNode, at: Places, limits: RowLimits | null = ROW_LIMITS): SqlQuery {
  const { query, hasFilters } = parseStatement(node.query, at('query'), valuesOf(node, at))
  const dates = node.filters?.dateRange
  const all = isGiven(dates?.date_from) ? dates : { ...dates, date_from: 'all' }
  return {
    kind: 'sql',
    series: [],
    breakdown: null,
    outputs: null,
    ...limited(query, limits),
    hasFilters,
    // Without {filters} no date is read: that of the first event is not looked for.
    dateRange: parseDateRange(hasFilters ? all : null),
    properties: parseFilters(node.filters?.properties, at('filters', 'properties')),
    filterTestAccounts: node.filters?.filterTestAccounts === true,
  }
}

function valuesOf({ values, variables }: SqlNode, at: Places): ReadonlyMap<string, PlaceholderValue> {
  const named = Object.entries(values ?? {}).map(
    ([name, value]) => [name, valueAt(value, at, 'values', name)] as const,
  )
  const ofVariables = Object.entries(variables ?? {}).map(
    ([id, { code_name, value }]) =>
      [`variables.${code_name ?? id}`, valueAt(value, at, 'variables', id)] as const,
  )
  return new Map([...named, ...ofVariables])
}

function valueAt(value: unknown, at: Places, ...field: string[]): PlaceholderValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw invalid(
    'invalid_input',
    'The value of a placeholder is a text, a number, true, false or null.',
    attrOf(at(...field)),
  )
}

/** Filters that the statement does not ask for restrict nothing. */
export function sqlWarnings({ hasFilters }: SqlQuery, node: JsonObject, at: Places): Warning[] {
  const { filters } = node
  const isAsked = isJsonObject(filters) && Object.values(filters).some(isAskedFor)
  if (hasFilters || !isAsked) return []
  return [
    {
      code: 'ignored',
      detail: 'The statement has no {filters}, so that its filters restrict nothing: write WHERE {filters}.',
      attr: attrOf(at('filters')),
    },
  ]
}

const isAskedFor = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.length > 0
  return isJsonObject(value) ? Object.values(value).some(isGiven) : isGiven(value) && value !== false
}
