import type { QueryNode } from '#web/api/ask.ts'

interface Row {
  readonly data?: unknown
  readonly count?: unknown
  readonly aggregated_value?: unknown
  readonly compare_label?: unknown
  /** The number of the step, for a step of a funnel. */
  readonly order?: unknown
  /** The values, for a cohort of a retention. */
  readonly values?: readonly { readonly count: number }[]
  /** The source, for an edge of paths. */
  readonly source?: unknown
  readonly value?: unknown
}

const OVER_TIME = ['TrendsQuery', 'StickinessQuery', 'LifecycleQuery']
const isZero = (value: unknown) => value === 0 || value === null || value === undefined

/**
 * Whether nothing matched a question: the answer has no rows, or only zeros. A SQL statement may have no
 * rows and then says so itself.
 */
export function isEmptyAnswer(node: QueryNode, results: unknown): boolean {
  if (!Array.isArray(results) || node.kind === 'HogQLQuery') return false
  const rows = results as readonly Row[]
  if (OVER_TIME.includes(node.kind)) return rows.every(hasNothing)
  if (node.kind === 'FunnelsQuery') return hasNoBeginner(results)
  if (node.kind === 'RetentionQuery') return rows.every(({ values }) => isZero(values?.[0]?.count))
  return node.kind === 'PathsQuery' && rows.length === 0
}

/**
 * Whether nobody is in the first step of a funnel, in any row of its breakdown. False for rates and times,
 * which do not have this number.
 */
function hasNoBeginner(results: readonly unknown[]): boolean {
  const rows = results.flat() as readonly Row[]
  return rows.every(({ order, count }) => order !== undefined && (order !== 0 || isZero(count)))
}

const hasNothing = ({ data, count, aggregated_value }: Row) =>
  isZero(aggregated_value) && (Array.isArray(data) ? data.every(isZero) : isZero(count))

/**
 * Returns the number that says how much there is without a part of the question: the count of a trend, the
 * paths that begin, the actors in the first step of a funnel, or the actors that start a retention.
 */
export const totalOf = (results: unknown): number =>
  Array.isArray(results)
    ? (results.flat() as readonly Row[]).reduce((sum, row) => sum + (Number(numberOf(row)) || 0), 0)
    : 0

function numberOf({ count, aggregated_value, source, value, order, values }: Row): unknown {
  if (values !== undefined) return values[0]?.count
  if (source !== undefined) return /^1_/.test(String(source)) ? value : 0
  if (typeof order === 'number' && order > 0) return 0
  return aggregated_value ?? count
}
