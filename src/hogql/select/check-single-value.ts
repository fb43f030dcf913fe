import type { CheckContext, Checked } from '#hogql/check/checked.ts'
import { elementOf } from '#hogql/functions/definition.ts'
import { refuseAt } from '#hogql/refuse.ts'
import type { Syntax } from '#hogql/syntax/syntax.ts'
import type { CheckedSelect } from './checked-query.ts'
import type { Environment } from './environment.ts'
import { makesRows } from './makes-rows.ts'

/**
 * Checks a query that is used as a value: the only column of its only row.
 * @throws RequestError for a query that can have several rows.
 */
export function checkSingleValue(
  context: CheckContext,
  syntax: Syntax & { kind: 'query' },
  environment: Environment,
): Checked {
  if (context.lambda !== null)
    throw refuseAt(context.source, syntax.at, 'has a query inside a lambda', 'not_supported')
  const query = environment.checkQuery(syntax.query, environment)
  const [column, ...others] = query.columns
  if (column === undefined || others.length > 0)
    throw refuseAt(
      context.source,
      syntax.at,
      'has a query of several columns, but a single value is expected: select one column',
    )
  const [select] = query.selects
  const isOneRow = select !== undefined && query.selects.length === 1 && hasOneRow(select)
  if (!isOneRow)
    throw refuseAt(
      context.source,
      syntax.at,
      'has a query of many rows, but a single value is expected: use an aggregate without GROUP BY, or LIMIT 1',
    )
  const growth = elementOf(column.type) === 'text' ? 1 : 0
  return { node: { kind: 'query', query }, type: column.type, at: syntax.at, cost: 1, growth }
}

const hasOneRow = ({ limit, isGrouped, groupBy, items }: CheckedSelect) =>
  limit === 1 || (isGrouped && groupBy.length === 0 && !items.some(makesRows))
