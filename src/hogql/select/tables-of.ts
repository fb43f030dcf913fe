import { nodesIn } from '#hogql/expression.ts'
import { type CheckedQuery, partsOfSelect } from './checked-query.ts'
import type { TableName } from './tables.ts'

/** The tables that a query reads, those of its own queries included, as often as they are named. */
export const tablesOf = (query: CheckedQuery): TableName[] =>
  query.selects.flatMap((select) => [
    ...select.sources.flatMap(({ of }) => (of.kind === 'table' ? [of.table] : tablesOf(of.query))),
    ...partsOfSelect(select)
      .flatMap(nodesIn)
      .flatMap((node) => (node.kind === 'among' || node.kind === 'query' ? tablesOf(node.query) : [])),
  ])
