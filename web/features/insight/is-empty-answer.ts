import type { QueryNode } from '#web/api/ask.ts'

interface Row {
  readonly data?: unknown
  readonly count?: unknown
  readonly aggregated_value?: unknown
  readonly compare_label?: unknown
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
  if (node.kind === 'FunnelsQuery') return rows.length === 0
  return node.kind === 'PathsQuery' && rows.length === 0
}

const hasNothing = ({ data, count, aggregated_value }: Row) =>
  isZero(aggregated_value) && (Array.isArray(data) ? data.every(isZero) : isZero(count))

/**
 * The number of an answer for saying what there is without a part: what a trend counts, or the paths that
 * begin.
 */
export const totalOf = (results: unknown): number =>
  Array.isArray(results)
    ? (results as readonly Row[]).reduce(
        (sum, { count, aggregated_value, source, value }) =>
          sum +
          (source === undefined
            ? Number(aggregated_value ?? count) || 0
            : /^1_/.test(String(source))
              ? Number(value) || 0
              : 0),
        0,
      )
    : 0
