import type { QueryNode } from '#web/api/ask.ts'

interface Row {
  readonly data?: unknown
  readonly count?: unknown
  readonly aggregated_value?: unknown
  readonly compare_label?: unknown
  /** The place of a step of a funnel. */
  readonly order?: unknown
  /** The values of a cohort of a retention. */
  readonly values?: readonly { readonly count: number }[]
  /** The field of an edge of paths. */
  readonly source?: unknown
  readonly value?: unknown
}

const OVER_TIME = ['TrendsQuery', 'StickinessQuery', 'LifecycleQuery']
const isZero = (value: unknown) => value === 0 || value === null || value === undefined

/** Whether nothing matched a question: an answer without rows, or with zeros alone. A statement may have none, and says so itself. */
export function isEmptyAnswer(node: QueryNode, results: unknown): boolean {
  if (!Array.isArray(results) || node.kind === 'HogQLQuery') return false
  const rows = results as readonly Row[]
  if (OVER_TIME.includes(node.kind)) return rows.every(hasNothing)
  if (node.kind === 'FunnelsQuery') return hasNoBeginner(results)
  if (node.kind === 'RetentionQuery') return rows.every(({ values }) => isZero(values?.[0]?.count))
  return node.kind === 'PathsQuery' && rows.length === 0
}

/**
 * Whether nobody is in the first step of a funnel, in any row of its breakdown. Rates and times do not
 * tell.
 */
function hasNoBeginner(results: readonly unknown[]): boolean {
  const rows = results.flat() as readonly Row[]
  return rows.every(({ order, count }) => order !== undefined && (order !== 0 || isZero(count)))
}

const hasNothing = ({ data, count, aggregated_value }: Row) =>
  isZero(aggregated_value) && (Array.isArray(data) ? data.every(isZero) : isZero(count))

/**
 * The number of an answer for saying what there is without a part: what a trend counts, the paths that begin,
 * those in the first step of a funnel, or those who begin a retention.
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
