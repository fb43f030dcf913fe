import { z } from 'zod'
import type { HogqlType } from '#hogql/expression.ts'
import type { ResultColumns, Table } from '#insights/kind/kind.ts'
import type { Picture } from '#insights/kind/picture.ts'
import { OBJECTS } from './table-objects.ts'
import type { TablePlan } from './table-plan.ts'
import type { Output, TableQuery } from './table-query.ts'
import type { TableRow } from './table-rows.ts'
import { typeName } from './table-value.ts'

export interface TableAnswer extends ResultColumns {
  readonly rows: readonly TableRow[]
}

/**
 * Makes the answer from the rows, up to the limit. The statement asks for one row more than the limit. If
 * it is found, there are more rows.
 */
export function shapeTable(
  { query, facts }: TablePlan,
  { rows }: { readonly rows: readonly TableRow[] },
): TableAnswer {
  const { limit, offset } = query
  const columns = columnsOf(query)
  const typeOf = ({ type }: TableColumn) =>
    type === 'object' ? 'JSON' : typeName(type, facts.calendar.timezone)
  return {
    columns: columns.map(({ name }) => name),
    types: columns.map((column) => [column.name, typeOf(column)]),
    hasMore: rows.length > limit,
    limit,
    offset,
    rows: rows.slice(0, limit).map(outputRow(query)),
  }
}

/** A column of an answer. */
export interface TableColumn {
  readonly name: string
  readonly type: HogqlType | 'object'
}

const outputsOf = ({ statement, outputs }: TableQuery): readonly Output[] =>
  outputs ?? statement.columns.map(({ name }, from) => ({ name, of: 'column', from }) as const)

/** Returns the columns of an answer to a question. */
export const columnsOf = (query: TableQuery): TableColumn[] =>
  outputsOf(query).map(({ name, of, from }) => ({
    name,
    type: of === 'column' ? (query.statement.columns[from]?.type ?? 'text') : 'object',
  }))

/** Returns a function that turns a row of the statement into a row of the answer. */
export function outputRow(query: TableQuery): (row: TableRow) => TableRow {
  const outputs = outputsOf(query)
  return (row) => outputs.map((output) => outputOf(output, row))
}

const outputOf = ({ of, from }: Output, row: TableRow): unknown =>
  of === 'column' ? row[from] : OBJECTS[of].toObject(row.slice(from))

/** One item of `results`: the values of a row. */
export const RowItem = z
  .array(z.unknown())
  .meta({ id: 'Row', description: 'A row: a value for each column.' })
export type RowItem = z.infer<typeof RowItem>

export function* rowItems(_: unknown, { rows }: TableAnswer): Generator<RowItem> {
  for (const row of rows) yield [...row]
}

export const tableOfRows = (_: unknown, { columns, rows }: TableAnswer): Table => ({ columns, rows })

export function pictureOfRows(_: unknown, { columns, rows }: TableAnswer): Picture {
  if (rows.length === 0) return null
  return {
    chart: null,
    table: {
      columns: columns.map((title) => ({ title, format: 'text' })),
      rows: rows.map((row) => row.map(cellOf)),
    },
  }
}

function cellOf(value: unknown): string | number | null {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
