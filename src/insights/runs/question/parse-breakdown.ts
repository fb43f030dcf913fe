import type { Aggregation } from '#query/aggregation.ts'
import type { Breakdown } from '#query/breakdown.ts'
import { parseBreakdown } from '#query/parse-breakdown.ts'
import { refuse } from '#query/refuse.ts'
import { attrOf, type FieldPaths } from '#shared/field-paths.ts'
import { isGiven, isJsonObject } from '#shared/json-value.ts'
import { invalid } from '#shared/request-error.ts'
import type { FunnelsNode } from './node.ts'

/** The number of rows that the contract gives as the default. It applies to funnels only. */
const ROWS = 10

/**
 * Parses the breakdown.
 * @throws RequestError also for bins, and for cohorts if the actors are not persons.
 */
export function parseFunnelBreakdown(
  node: FunnelsNode,
  { of }: Aggregation,
  at: FieldPaths,
): Breakdown | null {
  const breakdown = parseBreakdown(node, at)
  if (breakdown === null) return null
  if (breakdown.kind === 'cohorts') {
    if (of === 'person') return breakdown
    throw invalid(
      'invalid_choice',
      `Only persons can be members of cohorts, so a funnel of ${of === 'group' ? 'groups' : 'an expression'} cannot be broken down by cohorts.`,
      attrOf(at('breakdownFilter', 'breakdown_type')),
    )
  }
  const binned = breakdown.by.findIndex(({ bins }) => bins !== null)
  const isOneOfSeveral = isJsonObject(node.breakdownFilter) && isGiven(node.breakdownFilter.breakdowns)
  const field = isOneOfSeveral
    ? ['breakdowns', binned, 'histogram_bin_count']
    : ['breakdown_histogram_bin_count']
  refuse(binned >= 0, 'A funnel with a breakdown into bins', at('breakdownFilter', ...field))
  return { ...breakdown, limit: breakdown.limit ?? ROWS }
}
