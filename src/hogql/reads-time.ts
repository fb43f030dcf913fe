import { type HogqlExpression, nodesIn } from './expression.ts'
import { type CheckedQuery, partsOfQuery } from './select/checked-query.ts'

/** The time that `now()` is: the start of the minute, so that a cached result is the answer for as long. */
export const minuteOf = (nowMs: number): number => nowMs - (nowMs % 60_000)

/** Whether the value of an expression changes while time passes. */
export const readsTime = ({ root }: Pick<HogqlExpression, 'root'>): boolean =>
  nodesIn(root).some((node) => node.kind === 'call' && (node.name === 'now' || node.name === 'today'))

/** Whether the rows of a statement do, if there is one. */
export const statementReadsTime = ({ statement }: { readonly statement?: CheckedQuery }): boolean =>
  statement !== undefined && partsOfQuery(statement).some((root) => readsTime({ root }))
