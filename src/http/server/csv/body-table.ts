import { z } from 'zod'
import type { Table } from '#insights/kind.ts'
import { type Column, flattenRow, isWhole, schemaColumns, withoutWrapping } from './columns.ts'

/** Makes a table of a body. */
export type ToTable = (body: unknown) => Table

/**
 * The table of a body of this schema: a row for each of its `results`, for each item of an array, or for the body itself.
 * Null where there is no body.
 */
export function bodyTable(schema: z.ZodType): ToTable | null {
  const inner = withoutWrapping(schema)
  if (inner instanceof z.ZodUndefined) return null
  if (inner instanceof z.ZodArray) return listTable(inner, (body) => body as unknown[])
  const { results } = inner instanceof z.ZodObject ? inner.shape : {}
  if (results instanceof z.ZodArray)
    return listTable(results, (body) => (body as { results: unknown[] }).results)
  const known = isWhole(inner) ? schemaColumns(inner) : null
  return (body) => tableOf(known ?? ownColumns(body), [body])
}

// Where the schema leaves the rows open, another row may have other names: each is one cell, so that nothing is lost.
function listTable({ element }: z.ZodArray, rowsOf: (body: unknown) => readonly unknown[]): ToTable {
  const columns = isWhole(element as z.ZodType) ? schemaColumns(element as z.ZodObject) : [WHOLE_ROW]
  return (body) => tableOf(columns, rowsOf(body))
}
const WHOLE_ROW: Column = { name: 'value', path: [] }

const ownColumns = (body: unknown): Column[] =>
  Object.keys(body ?? {}).map((name) => ({ name, path: [name] }))

const tableOf = (columns: readonly Column[], rows: readonly unknown[]): Table => ({
  columns: columns.map(({ name }) => name),
  rows: rows.map((row) => flattenRow(columns, row)),
})
