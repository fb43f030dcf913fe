import type { Table } from '#insights/kind.ts'
import { itemsOf, savedKind } from '#insights/registry.ts'

interface InsightResult {
  readonly filters: unknown
  readonly query: unknown
  readonly results: unknown
  /** Names of columns, where the results are rows. */
  readonly columns?: unknown
}

/** The table of an insight's result, in the form of its kind. A kind that this version does not have has no columns. */
export function resultTable({ filters, query, results, columns }: InsightResult): Table {
  const table = savedKind({ filters, query })?.table(itemsOf(results), namesOf(columns))
  return table ?? { columns: [], rows: [] }
}

/** The names of the columns of a body; none for a result of another form. */
export const namesOf = (columns: unknown): string[] => (Array.isArray(columns) ? columns.map(String) : [])
