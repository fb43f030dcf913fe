import type { Table } from '#insights/kind.ts'
import { savedKind } from '#insights/registry.ts'

interface InsightResult {
  readonly filters: unknown
  readonly query: unknown
  readonly results: unknown
}

/** The result of an insight as the table of its question's kind. A kind that this version has not was never computed: no columns. */
export function resultTable({ filters, query, results }: InsightResult): Table {
  const table = savedKind({ filters, query })?.table((results ?? []) as unknown[])
  return table ?? { columns: [], rows: [] }
}
