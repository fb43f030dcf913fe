import { shown } from '#contract/nearest-name.ts'
import { isGiven, isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { invalid } from '#shared/request-error.ts'
import { type CompareAsked, parseDateRange } from './date-range.ts'
import type { InsightQuery } from './insight-query.ts'
import type { CommonNode } from './node.ts'
import { parseFilters } from './parse-filters.ts'
import { attrOf, type Places } from './places.ts'
import { refuse } from './refuse.ts'

/** The part of a question that every kind parses alike. @throws RequestError */
export function parseCommon(node: CommonNode, at: Places): Omit<InsightQuery, 'kind' | 'series'> {
  refuse(isGiven(node.samplingFactor) && Number(node.samplingFactor) !== 1, 'Sampling', at('samplingFactor'))
  return {
    dateRange: parseDateRange(node.dateRange),
    properties: parseFilters(node.properties, at('properties')),
    filterTestAccounts: node.filterTestAccounts === true,
  }
}

/**
 * Refuses a breakdown, also for a kind whose node has none: the answer must not be taken for one that is broken down.
 * @throws RequestError
 */
export function refuseBreakdown({ breakdownFilter }: JsonObject, at: Places): void {
  const breakdown = isJsonObject(breakdownFilter) ? breakdownFilter : {}
  refuse(isGiven(breakdownFilter) && breakdown !== breakdownFilter, 'A breakdown', at('breakdownFilter'))
  for (const field of ['breakdown', 'breakdowns'])
    refuse(isGiven(breakdown[field]), 'A breakdown', at('breakdownFilter', field))
  const { breakdown_type: type } = breakdown
  // The default changes nothing, and clients' forms send it before a property is chosen.
  if (isGiven(type) && type !== 'event')
    throw invalid(
      'required',
      `breakdown_type ${shown(type)} needs a breakdown: add "breakdown", or remove the type.`,
      attrOf(at('breakdownFilter', 'breakdown_type')),
    )
}

/** @throws RequestError for a question that counts groups. */
export const refuseGroups = (index: number | null | undefined, at: Places): void =>
  refuse(typeof index === 'number', 'Counting groups', at('aggregation_group_type_index'))

/** The earlier period of a comparison; null for a question without one. */
export const parseCompare = (
  compareFilter:
    | { readonly compare?: boolean | null | undefined; readonly compare_to?: string | null | undefined }
    | null
    | undefined,
): CompareAsked | null => (compareFilter?.compare === true ? { to: compareFilter.compare_to || null } : null)
