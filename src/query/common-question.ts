import { isGiven } from '#shared/json-value.ts'
import { type CompareAsked, parseDateRange } from './date-range.ts'
import type { InsightQuery } from './insight-query.ts'
import type { CommonNode } from './node.ts'
import { parseFilters } from './parse-filters.ts'
import type { Places } from './places.ts'
import { refuse } from './refuse.ts'

/** The part of a question that every kind parses alike. @throws RequestError */
export function parseCommon(node: CommonNode, at: Places): Omit<InsightQuery, 'kind'> {
  refuse(isGiven(node.samplingFactor) && Number(node.samplingFactor) !== 1, 'Sampling', at('samplingFactor'))
  return {
    dateRange: parseDateRange(node.dateRange),
    properties: parseFilters(node.properties, at('properties')),
    filterTestAccounts: node.filterTestAccounts === true,
  }
}

/** Refuses what only some kinds compute. @throws RequestError */
export function refuseBreakdown(
  breakdown: { readonly breakdown?: unknown; readonly breakdowns?: unknown } | null | undefined,
  at: Places,
): void {
  refuse(isGiven(breakdown?.breakdown), 'A breakdown', at('breakdownFilter', 'breakdown'))
  refuse(isGiven(breakdown?.breakdowns), 'A breakdown', at('breakdownFilter', 'breakdowns'))
}

/** @throws RequestError for a question that counts groups. */
export const refuseGroups = (index: number | null | undefined, at: Places): void =>
  refuse(typeof index === 'number', 'Counting groups', at('aggregation_group_type_index'))

/** The earlier period that a question asks for besides its own. */
export const parseCompare = (
  compareFilter:
    | { readonly compare?: boolean | null | undefined; readonly compare_to?: string | null | undefined }
    | null
    | undefined,
): CompareAsked | null => (compareFilter?.compare === true ? { to: compareFilter.compare_to || null } : null)
