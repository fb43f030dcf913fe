import type { Warning } from '#contract/warning.ts'
import type { NumericProperties } from '#hogql/numeric-properties.ts'
import { type PlaceholderValue, parseStatement } from '#hogql/select/parse-statement.ts'
import { limited, ROW_LIMITS, type RowLimits, type TableQuery } from '#insights/table/table-query.ts'
import { parseDateRange } from '#query/date-range.ts'
import { notUsed } from '#query/not-used.ts'
import { parseFilters } from '#query/parse-filters.ts'
import { attrOf, type FieldPaths } from '#shared/field-paths.ts'
import { isGiven, isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { invalid } from '#shared/request-error.ts'
import type { SqlNode } from './node.ts'

export interface SqlQuery extends TableQuery {
  readonly kind: 'sql'
  /** Whether the filters of the request are part of the statement. */
  readonly hasFilters: boolean
  /** The names of the other placeholders of the statement. */
  readonly placeholders: readonly string[]
}

/**
 * Parses a statement.
 * @throws RequestError with the position in the statement
 */
export function parseSql(
  node: SqlNode,
  at: FieldPaths,
  limits: RowLimits | null = ROW_LIMITS,
  numbers?: NumericProperties,
): SqlQuery {
  const { query, hasFilters, placeholders } = parseStatement(
    node.query,
    at('query'),
    valuesOf(node, at),
    numbers,
  )
  const dates = node.filters?.dateRange
  const all = isGiven(dates?.date_from) ? dates : { ...dates, date_from: 'all' }
  return {
    kind: 'sql',
    series: [],
    breakdown: null,
    outputs: null,
    ...limited(query, limits),
    hasFilters,
    placeholders,
    // A statement without {filters} reads no date, so the date of the first event need not be looked for.
    dateRange: parseDateRange(hasFilters ? all : null),
    properties: parseFilters(node.filters?.properties, at('filters', 'properties')),
    filterTestAccounts: node.filters?.filterTestAccounts === true,
  }
}

function valuesOf({ values, variables }: SqlNode, at: FieldPaths): ReadonlyMap<string, PlaceholderValue> {
  const named = Object.entries(values ?? {}).map(
    ([name, value]) => [name, valueAt(value, at, 'values', name)] as const,
  )
  const ofVariables = Object.entries(variables ?? {}).map(
    ([id, { code_name, value, isNull }]) =>
      [placeholderOf(id, code_name), isNull === true ? null : valueAt(value, at, 'variables', id)] as const,
  )
  return new Map([...named, ...ofVariables])
}

const placeholderOf = (id: string, codeName: unknown) =>
  `variables.${typeof codeName === 'string' ? codeName : id}`

function valueAt(value: unknown, at: FieldPaths, ...field: string[]): PlaceholderValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw invalid(
    'invalid_input',
    'Expected a text, a number, true, false or null as the value of a placeholder.',
    attrOf(at(...field)),
  )
}

/** Returns the warnings about filters and values for which the statement has no placeholder. */
export const sqlWarnings = (query: SqlQuery, node: JsonObject, at: FieldPaths): Warning[] => [
  ...filtersLeftOut(query, node, at),
  ...valuesLeftOut(query, node, at),
]

function valuesLeftOut({ placeholders }: SqlQuery, node: JsonObject, at: FieldPaths): Warning[] {
  const named = (field: 'values' | 'variables', placeholder: (name: string, value: unknown) => string) =>
    Object.entries(isJsonObject(node[field]) ? node[field] : {}).flatMap(([name, value]) => {
      const expected = placeholder(name, value)
      if (placeholders.includes(expected)) return []
      return [
        notUsed(
          at(field, name),
          `the statement has no {${expected.slice(0, 60)}}. Add it to the statement, or leave the value out.`,
        ),
      ]
    })
  return [
    ...named('values', (name) => name),
    ...named('variables', (id, variable) =>
      placeholderOf(id, isJsonObject(variable) ? variable.code_name : undefined),
    ),
  ]
}

function filtersLeftOut({ hasFilters }: SqlQuery, { filters }: JsonObject, at: FieldPaths): Warning[] {
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
