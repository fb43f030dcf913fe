import { type Fragment, sql } from '#fragments/fragment.ts'
import { type HogqlNode, nodesIn } from '#hogql/expression.ts'

const LOWER: ReadonlySet<string> = new Set(['greater', 'greaterOrEquals'])
const UPPER: ReadonlySet<string> = new Set(['less', 'lessOrEquals'])
const READS: ReadonlySet<string> = new Set([
  'column',
  'property',
  'json',
  'ref',
  'query',
  'among',
  'member',
  'variable',
])

const isKnown = (node: HogqlNode) => nodesIn(node).every(({ kind }) => !READS.has(kind))

interface Bounds {
  readonly from: HogqlNode | null
  readonly to: HogqlNode | null
}
const NO_BOUNDS: Bounds = { from: null, to: null }

/** Returns the instants with which a condition compares the column, if they are constant. */
function boundsIn(condition: HogqlNode, column: string): Bounds {
  if (condition.kind !== 'call') return NO_BOUNDS
  const [first, second, third] = condition.args
  if (first === undefined || second === undefined) return NO_BOUNDS
  const isColumn = (node: HogqlNode) => node.kind === 'column' && node.name === column
  if (condition.name === 'between')
    return isColumn(first) && third !== undefined ? { from: second, to: third } : NO_BOUNDS
  if (isColumn(first)) return comparedWith(second, condition.name, LOWER, UPPER)
  return isColumn(second) ? comparedWith(first, condition.name, UPPER, LOWER) : NO_BOUNDS
}

function comparedWith(
  bound: HogqlNode,
  comparison: string,
  lower: ReadonlySet<string>,
  upper: ReadonlySet<string>,
): Bounds {
  const isSame = comparison === 'equals'
  return {
    from: isSame || lower.has(comparison) ? bound : null,
    to: isSame || upper.has(comparison) ? bound : null,
  }
}

/**
 * Returns conditions on the day of events that follow from a condition on an instant. With them the engine
 * reads only the events of these days, because `day` is in the sort key. `day` is a day in UTC.
 * `marginDays` is added before and after the days.
 */
export function dayConditions(
  condition: HogqlNode,
  column: string,
  print: (node: HogqlNode) => Fragment,
  marginDays: Fragment = sql`0`,
): Fragment[] {
  const { from, to } = boundsIn(condition, column)
  const day = (node: HogqlNode) => sql`toDate32(toTimeZone(${print(node)}, 'UTC'))`
  return [
    ...(from === null || !isKnown(from) ? [] : [sql`day >= ${day(from)} - ${marginDays}`]),
    ...(to === null || !isKnown(to) ? [] : [sql`day <= ${day(to)} + ${marginDays}`]),
  ]
}
