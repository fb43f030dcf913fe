import { bound, type Fragment, join, numeral, sql, text } from '#fragments/fragment.ts'
import { notSupported } from '#shared/request-error.ts'
import { parseDate } from '#values/date-text.ts'
import type { PropertySubject } from '#values/property-subject.ts'
import type { HogqlExpression, HogqlNode, HogqlType, ScalarType } from './expression.ts'
import { columnOf } from './fields.ts'
import { elementOf, isArray, type Place } from './functions/definition.ts'
import { definitionOf } from './functions/functions.ts'
import { HOGQL_LIMITS } from './limits.ts'
import { conversion } from './print-conversion.ts'
import type { CheckedOrder, CheckedQuery, CheckedWindow } from './select/checked-query.ts'

/** The SQL of everything that an expression can name, over the rows of one query. */
export interface HogqlScope extends Place {
  /**
   * Returns a property as text: `Nullable(String)`, null if it is missing. If the property is only compared
   * (`isCompared`), the type may also be a LowCardinality of it. Functions other than comparisons would
   * turn a LowCardinality into types that do not fit together.
   */
  readonly property: (on: PropertySubject, key: string, isCompared: boolean) => Fragment
  /** Returns a property as JSON text: `Nullable(String)`, null if it is missing. */
  readonly json: (on: PropertySubject, key: string) => Fragment
  /**
   * Returns a column of `fields.ts`. Times are `DateTime64(3)`, and all other columns are text. Null if
   * these rows do not have the column.
   */
  readonly column: (name: string, isCompared: boolean) => Fragment | null
  /** Prints parts of statements; absent for an expression by itself. */
  readonly statement?: StatementPrinter
}

/** Prints the parts that can occur only in statements. */
export interface StatementPrinter {
  /** Prints a value of a source in FROM. */
  ref(source: string, of: HogqlNode): Fragment
  query(query: CheckedQuery): Fragment
  /** Prints a query for the numbers of the persons in a cohort. */
  membersOf(cohortId: number): Fragment
}

/**
 * Prints the value of an expression. Its type is `Nullable(String)`, `Nullable(Float64)`, `UInt8` (never
 * null), `Nullable(DateTime64(3))` in the scope's time zone, `Nullable(Date32)`, or an array of these.
 * @throws RequestError `not_supported` for a column that the scope does not have.
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
        isNullable: node.value === null,
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
    case 'window':
      return printWindow(node, scope)
    default:
      return printInStatement(node, scope)
  }
}

const NULLS: Readonly<Record<ScalarType, Fragment>> = {
  text: sql`CAST(NULL, 'Nullable(String)')`,
  number: sql`CAST(NULL, 'Nullable(Float64)')`,
  boolean: sql`false`,
  time: sql`CAST(NULL, 'Nullable(DateTime64(3))')`,
  day: sql`CAST(NULL, 'Nullable(Date32)')`,
  person: sql`CAST(NULL, 'Nullable(UInt32)')`,
}

function printValue(type: ScalarType, value: string | number | boolean | null, scope: HogqlScope): Fragment {
  if (value === null) return NULLS[type]
  if (type === 'person') return numeral(numberOfPerson(String(value), scope))
  if (typeof value === 'number') return sql`${bound('Float64', value)}`
  if (typeof value === 'boolean') return value ? sql`true` : sql`false`
  if (type === 'time' || type === 'day') return printDate(type, value, scope)
  return sql`${text(value)}`
}

/**
 * Returns the number of a person. If the project does not have the person, returns a number that no person
 * has.
 */
function numberOfPerson(id: string, { personNumbers }: HogqlScope): number {
  if (personNumbers === undefined)
    throw notSupported('The id of a person in a HogQL expression in this place', 'properties')
  // The numbers of persons begin with 1.
  return personNumbers.get(id) ?? 0
}

/**
 * Prints a written date. Its instant is computed in this process, because the engine reads times that the
 * clocks skip as earlier times.
 */
function printDate(type: 'time' | 'day', value: string, place: Place): Fragment {
  const { at, date } = parseDate(value, { ...place, timezone: place.timeZone }, 'query')
  return type === 'day'
    ? sql`toDate32(${text(date.toString())})`
    : sql`fromUnixTimestamp64Milli(${bound('Int64', at.epochMilliseconds)}, ${text(place.timeZone)})`
}

function printColumn(name: string, scope: HogqlScope, isCompared: boolean): Printed {
  const column = scope.column(name, isCompared)
  const known = columnOf(name)
  if (column !== null && known === null && scope.statement !== undefined)
    return { sql: column, isNullable: true }
  if (column === null || known === null)
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

// Reads an array from JSON text. The JSON of the property is needed, because the engine's own text of an
// array is not JSON.
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

function printCall(
  node: HogqlNode & { kind: 'call' },
  scope: HogqlScope,
  over: Fragment | null = null,
): Printed {
  const definition = definitionOf(node.name)
  const args = node.args.map((arg) => printNode(arg, scope, COMPARISONS.has(node.name)))
  const called = definition.sql(
    args.map((arg) => arg.sql),
    node.args,
    // An aggregate over a window keeps no order of the statement, because a window has an order of its own.
    over === null ? scope : { ...scope, isInOrder: true },
  )
  const value = over === null ? called : sql`${called} OVER ${over}`
  const printed = definition.shown?.(value, node.args) ?? value
  const { nulls = 'arguments' } = definition
  const isNullable = nulls === 'always' || (nulls === 'arguments' && args.some((arg) => arg.isNullable))
  if (!isBoolean(node.type)) return { sql: printed, isNullable }
  // A condition is never null. If it is false because of a missing value, NOT makes it true.
  const whenNull = definition.whenNull === true ? sql`true` : sql`false`
  return { sql: isNullable ? sql`ifNull(${printed}, ${whenNull})` : printed, isNullable: false }
}

const isBoolean = (type: HogqlType) => type === 'boolean'

function statementOf({ statement }: HogqlScope): StatementPrinter {
  if (statement === undefined) throw new TypeError('An expression by itself has no parts of statements')
  return statement
}

type InStatement = Extract<HogqlNode, { kind: 'ref' | 'among' | 'query' | 'member' | 'filters' }>

function printInStatement(node: InStatement, scope: HogqlScope): Printed {
  const statement = statementOf(scope)
  switch (node.kind) {
    case 'ref':
      return { sql: statement.ref(node.source, node.of), isNullable: true }
    case 'query':
      return printSingleValue(node.query, statement)
    case 'among':
      return printAmong(node, statement.query(node.query), scope)
    case 'member':
      return printAmong(node, statement.membersOf(node.cohortId), scope)
    case 'filters':
      throw new TypeError('The filters of a request are conditions of a table')
  }
}

// If a query has no rows, the engine returns NULL, but an array cannot be NULL. `any` returns an empty
// array if there are no rows.
function printSingleValue(query: CheckedQuery, statement: StatementPrinter): Printed {
  const [column] = query.columns
  const rows = sql`(\n  ${statement.query(query)}\n)`
  if (column === undefined || !isArray(column.type)) return { sql: rows, isNullable: true }
  return { sql: sql`(\n  SELECT any(\`0\`)\n  FROM ${rows}\n)`, isNullable: false }
}

function printAmong(
  { of, isIn }: { readonly of: HogqlNode; readonly isIn: boolean },
  query: Fragment,
  scope: HogqlScope,
): Printed {
  const isAmong = sql`ifNull(${printNode(of, scope, true).sql} IN (\n  ${query}\n), false)`
  return { sql: isIn ? isAmong : sql`NOT ${isAmong}`, isNullable: false }
}

function printWindow({ of, over }: HogqlNode & { kind: 'window' }, scope: HogqlScope): Printed {
  if (of.kind !== 'call') throw new TypeError('A window is that of a call')
  const print = (node: HogqlNode) => printNode(node, scope).sql
  const clauses = [
    ...(over.partitionBy.length === 0 ? [] : [sql`PARTITION BY ${list(over.partitionBy.map(print))}`]),
    ...(over.orderBy.length === 0 ? [] : [sql`ORDER BY ${printOrder(over.orderBy, print)}`]),
    ...(over.frame === null ? [] : [printFrame(over.frame)]),
  ]
  return printCall(of, scope, sql`(${join(clauses, sql` `)})`)
}

/** Prints the keys of ORDER BY. */
export const printOrder = (keys: readonly CheckedOrder[], print: (node: HogqlNode) => Fragment): Fragment =>
  list(
    keys.map(({ of, isDescending, nulls }) => {
      const direction = isDescending ? sql` DESC` : sql``
      const place = nulls === null ? sql`` : nulls === 'first' ? sql` NULLS FIRST` : sql` NULLS LAST`
      return sql`${print(of)}${direction}${place}`
    }),
  )

function printFrame({ from, to }: NonNullable<CheckedWindow['frame']>): Fragment {
  const edge = (rows: number | null, end: Fragment) => {
    if (rows === null) return sql`UNBOUNDED ${end}`
    if (rows === 0) return sql`CURRENT ROW`
    return rows < 0 ? sql`${numeral(-rows)} PRECEDING` : sql`${numeral(rows)} FOLLOWING`
  }
  return sql`ROWS BETWEEN ${edge(from, sql`PRECEDING`)} AND ${edge(to, sql`FOLLOWING`)}`
}
