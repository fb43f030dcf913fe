import { type HogqlExpression, nodesIn } from './expression.ts'
import { type CheckedQuery, partsOfQuery } from './select/checked-query.ts'

/**
 * Returns the time that `now()` returns in an expression: the start of the minute, so that a cached result
 * stays correct for a minute.
 */
export const minuteOf = (nowMs: number): number => nowMs - (nowMs % 60_000)

/** Whether the value of an expression changes as time passes. */
export const readsTime = ({ root }: Pick<HogqlExpression, 'root'>): boolean =>
  nodesIn(root).some((node) => node.kind === 'call' && (node.name === 'now' || node.name === 'today'))

/** Whether a query has a statement whose rows change as time passes. */
export const statementReadsTime = ({ statement }: { readonly statement?: CheckedQuery }): boolean =>
  statement !== undefined && partsOfQuery(statement).some((root) => readsTime({ root }))
