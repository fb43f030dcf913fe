import type { Table } from '#insights/kind/kind.ts'
import { itemsOf, savedKind } from '#insights/questions/find-kind.ts'

interface InsightResult {
  readonly filters: unknown
  readonly query: unknown
  readonly results: unknown
  /** The names of the columns, if the results are rows. */
  readonly columns?: unknown
}

/**
 * Returns the table of an insight's result, in the form of its kind. The table has no columns if this
 * version does not know the kind.
 */
export function resultTable({ filters, query, results, columns }: InsightResult): Table {
  const table = savedKind({ filters, query })?.table(itemsOf(results), namesOf(columns))
  return table ?? { columns: [], rows: [] }
}

/** Returns the names of the columns of a body; none if its result does not consist of rows. */
export const namesOf = (columns: unknown): string[] => (Array.isArray(columns) ? columns.map(String) : [])
