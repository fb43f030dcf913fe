import { type Breakdown, isOneHistogram, type PropertyBreakdown } from '#query/breakdown.ts'
import { parseBreakdown } from '#query/parse-breakdown.ts'
import { attrOf, type FieldPaths } from '#shared/field-paths.ts'
import { invalid } from '#shared/request-error.ts'
import type { RetentionNode } from './query.ts'

const ROWS = 25

/**
 * Parses a breakdown, with its number of rows.
 * @throws RequestError for an invalid breakdown, and for one by cohorts if groups are counted.
 */
export function parseRetentionBreakdown(
  node: RetentionNode,
  groupTypeIndex: number | null,
  at: FieldPaths,
): Breakdown | null {
  const breakdown = parseBreakdown(node, at)
  if (breakdown === null) return null
  if (breakdown.kind === 'properties') return { ...breakdown, limit: rowsOf(breakdown) }
  if (groupTypeIndex === null) return breakdown
  throw invalid(
    'invalid_choice',
    'Only persons can be members of cohorts, so a retention of groups cannot be broken down by cohorts.',
    attrOf(at('breakdownFilter', 'breakdown_type')),
  )
}

/** Returns the highest number of rows. If the only property has bins, it is enough for a row of each bin. */
function rowsOf(breakdown: PropertyBreakdown): number {
  const { by, limit } = breakdown
  return isOneHistogram(breakdown) ? (by[0]?.bins ?? 0) + 1 : (limit ?? ROWS)
}
