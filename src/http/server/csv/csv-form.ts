import type { RouteOptions } from 'fastify'
import { z } from 'zod'
import type { Table } from '#insights/kind.ts'
import { type Column, columnsOf, flattenRow, isWhole, withoutWrapping } from './columns.ts'

/** How a route's bodies become tables. */
export interface CsvForm {
  /** Whether a body may be one page of several, with `results` and the address of the `next`. */
  readonly isPaged: boolean
  table(body: unknown): Table
}

/**
 * The form of a route's success: its own table (`config.csv`), else a row for each of a body's `results`, for each item of
 * an array, or for the body itself. Null for a route whose success has no body.
 */
export function csvFormOf({ schema, config }: Pick<RouteOptions, 'schema' | 'config'>): CsvForm | null {
  const success = successOf(schema?.response)
  if (success === null) return null
  if (config?.csv !== undefined) return { isPaged: false, table: config.csv }
  if (success instanceof z.ZodArray)
    return { isPaged: false, table: listTable(success, (body) => body as unknown[]) }
  const { results, next } = success instanceof z.ZodObject ? success.shape : {}
  if (results instanceof z.ZodArray)
    return {
      isPaged: next !== undefined,
      table: listTable(results, (body) => (body as { results: unknown[] }).results),
    }
  const known = isWhole(success) ? columnsOf(success) : null
  return { isPaged: false, table: (body) => tableOf(known ?? ownColumns(body), [body]) }
}

function successOf(responses: unknown): z.ZodType | null {
  const [, success] = Object.entries(responses ?? {}).find(([status]) => status.startsWith('2')) ?? []
  if (!(success instanceof z.ZodType) || success instanceof z.ZodUndefined) return null
  return withoutWrapping(success)
}

// Where the schema leaves the rows open, another row may have other names: each is one cell, so that nothing is lost.
function listTable({ element }: z.ZodArray, rowsOf: (body: unknown) => readonly unknown[]) {
  const columns = isWhole(element as z.ZodType) ? columnsOf(element as z.ZodObject) : [WHOLE_ROW]
  return (body: unknown) => tableOf(columns, rowsOf(body))
}
const WHOLE_ROW: Column = { name: 'value', path: [] }

const ownColumns = (body: unknown): Column[] =>
  Object.keys(body ?? {}).map((name) => ({ name, path: [name] }))

const tableOf = (columns: readonly Column[], rows: readonly unknown[]): Table => ({
  columns: columns.map(({ name }) => name),
  rows: rows.map((row) => flattenRow(columns, row)),
})
