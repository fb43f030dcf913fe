import { and, type Fragment, identifier, join, sql } from '#fragments/fragment.ts'
import type { HogqlNode } from '#hogql/expression.ts'
import { isArray } from '#hogql/functions/definition.ts'
import type { StatementPrinter } from '#hogql/print-hogql.ts'
import type { CheckedSource } from '#hogql/select/checked-query.ts'
import { conjunctsIn, isEquality } from '#hogql/select/join-condition.ts'
import { nullableSources, type SplitConditions } from '#hogql/select/split-conditions.ts'
import type { Join } from '#hogql/syntax/select-syntax.ts'
import { PRINT_TABLE } from './print-table.ts'
import type { SourceColumns } from './source-columns.ts'
import type { StatementFacts } from './statement-facts.ts'
import { givenColumns } from './table-read.ts'

interface FromParts {
  readonly columns: SourceColumns
  readonly conditions: SplitConditions['inTables']
  readonly statement: StatementPrinter
  readonly facts: StatementFacts
  readonly print: (node: HogqlNode) => Fragment
}

const JOINS: Readonly<Record<Join, Fragment>> = {
  first: sql`FROM`,
  inner: sql`INNER JOIN`,
  left: sql`LEFT JOIN`,
  right: sql`RIGHT JOIN`,
  full: sql`FULL JOIN`,
  cross: sql`CROSS JOIN`,
}

/** Prints FROM and its joins. Each source is a query for the columns that are read from it. */
export function printFrom(sources: readonly CheckedSource[], parts: FromParts): Fragment {
  const nullable = nullableSources(sources)
  const clauses = sources.map((source) => {
    const rows = printSource(source, parts)
    const given = nullable.has(source.id) ? withNulls(source, rows, parts) : rows
    const on = source.on === null ? sql`` : sql` ON ${printOn(source.on, source.id, parts.print)}`
    return sql`${JOINS[source.join]} (
  ${given}
) AS ${identifier(source.id)}${on}`
  })
  return join(clauses, sql`\n`)
}

function printSource({ id, of }: CheckedSource, parts: FromParts): Fragment {
  const { columns, conditions, statement, facts } = parts
  if (of.kind === 'table')
    return PRINT_TABLE[of.table](
      { columns: columns.of(id), conditions: conditions.get(id) ?? [] },
      facts,
      statement,
    )
  const given = givenColumns(columns.of(id), (column) => sql`${identifier(nameOf(column))}`)
  return sql`SELECT
  ${given}
FROM (
  ${statement.query(of.query)}
)`
}

function nameOf(column: HogqlNode): string {
  if (column.kind !== 'column') throw new TypeError('A query has columns only')
  return column.name
}

/**
 * Gives the columns of a source types that allow nulls. If a join finds no row in the source, each column
 * has the default value of its type, and this is null only if the type allows nulls.
 */
function withNulls({ id, of }: CheckedSource, rows: Fragment, { columns }: FromParts): Fragment {
  const given = columns.of(id).map(({ name, of: column }) => {
    const type = of.kind === 'query' ? of.query.columns[Number(nameOf(column))]?.type : undefined
    const value = sql`${identifier(name)}`
    return type !== undefined && isArray(type) ? value : sql`toNullable(${value}) AS ${identifier(name)}`
  })
  return given.length === 0
    ? rows
    : sql`SELECT
  ${join(given, sql`,\n`)}
FROM (
  ${rows}
)`
}

// The engine finds the keys of a join only in plain equalities, so equalities are written as `a = b`. As
// everywhere else, a missing value equals nothing.
function printOn(on: HogqlNode, id: string, print: FromParts['print']): Fragment {
  return and(
    conjunctsIn(on).map((part) => {
      const [left, right] = isEquality(part, id) ? part.args : []
      return left === undefined || right === undefined ? print(part) : sql`${print(left)} = ${print(right)}`
    }),
  )
}
