import type { PropertySubject } from '#query/filter.ts'
import { notSupported } from '#shared/request-error.ts'
import { bound, type Fragment, join, numeral, sql, text } from '#sql/fragment.ts'
import type { HogqlExpression, HogqlNode, HogqlType, ScalarType } from './expression.ts'
import { COLUMNS } from './fields.ts'
import { elementOf, isArray, type Place } from './functions/definition.ts'
import { definitionOf } from './functions/functions.ts'
import { HOGQL_LIMITS } from './limits.ts'
import { conversion } from './print-conversion.ts'

/** The SQL of what an expression can name, over the rows of one query. */
export interface HogqlScope extends Place {
  /**
   * A property as text: `Nullable(String)`, null where it is missing. Where it is only compared, `isCompared`, a LowCardinality
   * of it as well: other functions make types of it that do not fit each other.
   */
  readonly property: (on: PropertySubject, key: string, isCompared: boolean) => Fragment
  /** A property as JSON text: `Nullable(String)`, null where it is missing. */
  readonly json: (on: PropertySubject, key: string) => Fragment
  /** A column of `fields.ts`: times as `DateTime64(3)`, all others as text; null where these rows do not have it. */
  readonly column: (name: string, isCompared: boolean) => Fragment | null
}

/**
 * The value of an expression: `Nullable(String)`, `Nullable(Float64)`, `UInt8` that is never null, `Nullable(DateTime64(3))`
 * in the scope's time zone, `Nullable(Date32)`, or an array of these.
 * @throws RequestError `not_supported` for a column that the scope does not have
 */
export const printHogql = ({ root }: Pick<HogqlExpression, 'root'>, scope: HogqlScope): Fragment =>
  printNode(root, scope).sql

interface Printed {
  readonly sql: Fragment
  readonly isNullable: boolean
}

function printNode(node: HogqlNode, scope: HogqlScope, isCompared = false): Printed {
  switch (node.kind) {
    case 'value':
      return {
        sql: printValue(node.type, node.value, scope),
        isNullable: node.value === null || isDate(node.type),
      }
    case 'property':
      return { sql: scope.property(node.on, node.key, isCompared), isNullable: true }
    case 'json':
      return { sql: scope.json(node.on, node.key), isNullable: true }
    case 'column':
      return printColumn(node.name, scope, isCompared)
    case 'variable':
      return { sql: sql`x`, isNullable: true }
    case 'lambda':
      return { sql: sql`x -> ${printNode(node.body, scope).sql}`, isNullable: false }
    case 'array':
      return { sql: printArray(node.items, scope), isNullable: false }
    case 'convert':
      return printConversion(node, scope)
    case 'call':
      return printCall(node, scope)
  }
}

const isDate = (type: ScalarType) => type === 'time' || type === 'day'

const NULLS: Readonly<Record<ScalarType, Fragment>> = {
  text: sql`CAST(NULL, 'Nullable(String)')`,
  number: sql`CAST(NULL, 'Nullable(Float64)')`,
  boolean: sql`false`,
  time: sql`CAST(NULL, 'Nullable(DateTime64(3))')`,
  day: sql`CAST(NULL, 'Nullable(Date32)')`,
}

function printValue(type: ScalarType, value: string | number | boolean | null, scope: HogqlScope): Fragment {
  if (value === null) return NULLS[type]
  if (typeof value === 'number') return sql`${bound('Float64', value)}`
  if (typeof value === 'boolean') return value ? sql`true` : sql`false`
  return isDate(type) ? conversion('text', type, sql`${text(value)}`, scope) : sql`${text(value)}`
}

function printColumn(name: string, scope: HogqlScope, isCompared: boolean): Printed {
  const column = scope.column(name, isCompared)
  const known = Object.hasOwn(COLUMNS, name) ? COLUMNS[name] : undefined
  if (column === null || known === undefined)
    throw notSupported(`The field '${name}' in a HogQL expression in this place`, 'properties')
  const isTime = known.type === 'time'
  return {
    sql: isTime ? sql`toTimeZone(${column}, ${text(scope.timeZone)})` : column,
    isNullable: known.isNullable,
  }
}

const list = (items: readonly Fragment[]) => join(items, sql`, `)

function printArray(items: readonly HogqlNode[], scope: HogqlScope): Fragment {
  if (items.length === 0) return sql`CAST([], 'Array(Nullable(String))')`
  const printed = items.map((item) => printNode(item, scope).sql)
  return sql`[${list(printed)}]`
}

function printConversion({ from, to, of }: HogqlNode & { kind: 'convert' }, scope: HogqlScope): Printed {
  const { sql: printed } = printNode(of, scope)
  if (!isArray(from) && isArray(to)) return { sql: arrayInText(printed), isNullable: false }
  if (isArray(from) && isArray(to)) {
    const each = conversion(elementOf(from), elementOf(to), sql`x`, scope)
    return { sql: sql`arrayMap(x -> ${each}, ${printed})`, isNullable: false }
  }
  return { sql: conversion(elementOf(from), elementOf(to), printed, scope), isNullable: to !== 'boolean' }
}

// The engine's own text of an array is not JSON: a property comes as JSON text here.
const arrayInText = (json: Fragment) =>
  sql`arraySlice(JSONExtract(ifNull(${json}, ''), 'Array(Nullable(String))'), 1, ${numeral(HOGQL_LIMITS.elements)})`

const COMPARISONS: ReadonlySet<string> = new Set([
  'equals',
  'notEquals',
  'in',
  'notIn',
  'isNull',
  'isNotNull',
])

function printCall(node: HogqlNode & { kind: 'call' }, scope: HogqlScope): Printed {
  const definition = definitionOf(node.name)
  const args = node.args.map((arg) => printNode(arg, scope, COMPARISONS.has(node.name)))
  const printed = definition.sql(
    args.map((arg) => arg.sql),
    node.args,
    scope,
  )
  const { nulls = 'arguments' } = definition
  const isNullable = nulls === 'always' || (nulls === 'arguments' && args.some((arg) => arg.isNullable))
  if (!isBoolean(node.type)) return { sql: printed, isNullable }
  // Conditions are never null, so that NOT of one that fails for a missing value holds.
  const whenNull = definition.whenNull === true ? sql`true` : sql`false`
  return { sql: isNullable ? sql`ifNull(${printed}, ${whenNull})` : printed, isNullable: false }
}

const isBoolean = (type: HogqlType) => type === 'boolean'
