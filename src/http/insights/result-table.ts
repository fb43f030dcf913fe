import type { Table } from '#insights/kind.ts'
import { itemsOf, savedKind } from '#insights/registry.ts'

interface InsightResult {
  readonly filters: unknown
  readonly query: unknown
  readonly results: unknown
}

/** The table of an insight's result, in the form of its kind. A kind that this version does not have has no columns. */
export function resultTable({ filters, query, results }: InsightResult): Table {
  const table = savedKind({ filters, query })?.table(itemsOf(results))
  return table ?? { columns: [], rows: [] }
}
