import type { RouteOptions } from 'fastify'
import { z } from 'zod'
import { type Column, columnsOf, flattenRow, withoutWrapping } from './columns.ts'
import type { CsvTable } from './csv-text.ts'

/** How a route's bodies become tables. */
export interface CsvForm {
  /** Whether a body may be one page of several, with `results` and the address of the `next`. */
  readonly isPaged: boolean
  table(body: unknown): CsvTable
}

/**
 * The form of a route's success: its own table (`config.csv`), else a row for each of a body's `results`, for each item of
 * an array, or for the body itself. Null for a route whose success has no body.
 */
export function csvFormOf({ schema, config }: Pick<RouteOptions, 'schema' | 'config'>): CsvForm | null {
  const success = successOf(schema?.response)
  if (success === null) return null
  if (config?.csv !== undefined) return { isPaged: false, table: config.csv }
  const results = success instanceof z.ZodObject ? success.shape.results : undefined
  if (results instanceof z.ZodArray) {
    const isPaged = success instanceof z.ZodObject && 'next' in success.shape
    return {
      isPaged,
      table: tableOf(results.element as z.ZodType, (body) => (body as { results: [] }).results),
    }
  }
  if (success instanceof z.ZodArray)
    return { isPaged: false, table: tableOf(success.element as z.ZodType, (body) => body as []) }
  return { isPaged: false, table: tableOf(success, (body) => [body]) }
}

function successOf(responses: unknown): z.ZodType | null {
  const [, success] = Object.entries(responses ?? {}).find(([status]) => status.startsWith('2')) ?? []
  if (!(success instanceof z.ZodType) || success instanceof z.ZodUndefined) return null
  return withoutWrapping(success)
}

function tableOf(item: z.ZodType, rowsOf: (body: unknown) => readonly unknown[]) {
  const known = item instanceof z.ZodObject ? columnsOf(item) : null
  return (body: unknown): CsvTable => {
    const rows = rowsOf(body)
    const columns = known ?? ownColumns(rows[0])
    return { columns: columns.map(({ name }) => name), rows: rows.map((row) => flattenRow(columns, row)) }
  }
}

/** Of a body that its schema leaves open. */
const ownColumns = (row: unknown): Column[] => Object.keys(row ?? {}).map((name) => ({ name, path: [name] }))
