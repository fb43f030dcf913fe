import { z } from 'zod'
import type { Table } from '#insights/kind/kind.ts'
import { type Column, flattenRow, isWhole, schemaColumns, withoutWrapping } from './columns.ts'

/** Turns a body into a table. */
export type ToTable = (body: unknown) => Table

/**
 * Returns a function that turns a body of the schema into a table. The table has one row for each item of
 * the body's `results`, or for each item if the body is an array, or a single row for the body itself. Null
 * for a response without a body.
 */
export function bodyTable(schema: z.ZodType): ToTable | null {
  const inner = withoutWrapping(schema)
  if (inner instanceof z.ZodUndefined) return null
  if (inner instanceof z.ZodArray) return listTable(inner, (body) => body as unknown[])
  const results = inner instanceof z.ZodObject && withoutWrapping(inner.shape.results ?? z.undefined())
  // The schema of `results` may be a union of a list and a single item. The list comes first.
  const list = results instanceof z.ZodUnion ? results.options[0] : results
  if (list instanceof z.ZodArray)
    return listTable(list, (body) => [(body as { results: unknown }).results ?? []].flat())
  const known = isWhole(inner) ? schemaColumns(inner) : null
  return (body) => tableOf(known ?? ownColumns(body), [body])
}

// If the schema allows fields that it does not name, rows may have different fields. Such a row becomes a
// single cell, so that no field is lost.
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
