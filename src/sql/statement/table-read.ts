import { type Fragment, identifier, join, sql } from '#fragments/fragment.ts'
import type { HogqlNode } from '#hogql/expression.ts'
import type { StatementPrinter } from '#hogql/print-hogql.ts'
import type { StatementFacts } from './statement-facts.ts'

/** A column that a source of a SELECT gives to the expressions of the SELECT. */
export interface GivenColumn {
  readonly name: string
  /** The value of the column in the table itself: a column, a property or the JSON of a property. */
  readonly of: HogqlNode
}

export interface TableRead {
  readonly columns: readonly GivenColumn[]
  /** Conditions on rows of this table alone. They contain no references to sources. */
  readonly conditions: readonly HogqlNode[]
}

/**
 * Prints a table as a query for the columns that the statement reads. The query reads only rows of one
 * project.
 */
export type PrintTable = (read: TableRead, facts: StatementFacts, statement: StatementPrinter) => Fragment

/**
 * Prints `value AS name` for each column, each on its own line. Without columns it prints a constant,
 * because a query must have at least one column.
 */
export function givenColumns(columns: readonly GivenColumn[], print: (of: HogqlNode) => Fragment): Fragment {
  if (columns.length === 0) return sql`1 AS nothing`
  return join(
    columns.map(({ name, of }) => sql`${print(of)} AS ${identifier(name)}`),
    sql`,\n`,
  )
}
