import { nodesIn } from '#hogql/expression.ts'
import { type CheckedQuery, partsOfSelect } from './checked-query.ts'
import type { TableName } from './tables.ts'

/**
 * Returns the tables that a query and the queries inside it read. A table is repeated as often as it is
 * named.
 */
export const tablesOf = (query: CheckedQuery): TableName[] =>
  query.selects.flatMap((select) => [
    ...select.sources.flatMap(({ of }) => (of.kind === 'table' ? [of.table] : tablesOf(of.query))),
    ...partsOfSelect(select)
      .flatMap(nodesIn)
      .flatMap((node) => (node.kind === 'among' || node.kind === 'query' ? tablesOf(node.query) : [])),
  ])
