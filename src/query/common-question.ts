import type { FieldPaths } from '#shared/field-paths.ts'
import { isGiven, isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { type CompareAsked, parseDateRange } from './date-range.ts'
import type { InsightQuery } from './insight-query.ts'
import type { CommonNode } from './node.ts'
import { parseBreakdown } from './parse-breakdown.ts'
import { parseFilters } from './parse-filters.ts'
import { refuse } from './refuse.ts'
import { requireSamplingFactor } from './sampling.ts'

/** Parses the part of a question that is the same for every kind. @throws RequestError */
export function parseCommon(
  node: CommonNode,
  at: FieldPaths,
): Omit<InsightQuery, 'kind' | 'series' | 'breakdown'> {
  requireSamplingFactor(node, at)
  return {
    dateRange: parseDateRange(node.dateRange),
    properties: parseFilters(node.properties, at('properties')),
    filterTestAccounts: node.filterTestAccounts === true,
  }
}

/**
 * Refuses a breakdown for a kind that does not compute it. Without the error, the answer would be taken for
 * an answer with a breakdown.
 * @throws RequestError
 */
export function refuseBreakdown(node: JsonObject, at: FieldPaths): null {
  const section = isJsonObject(node.breakdownFilter) ? node.breakdownFilter : {}
  const field = isGiven(section.breakdowns) ? 'breakdowns' : 'breakdown'
  refuse(parseBreakdown(node, at) !== null, 'A breakdown', at('breakdownFilter', field))
  return null
}

/** @throws RequestError for a question that counts groups. */
export const refuseGroups = (index: number | null | undefined, at: FieldPaths): void =>
  refuse(typeof index === 'number', 'Counting groups', at('aggregation_group_type_index'))

export type CompareFields =
  | { readonly compare?: boolean | null | undefined; readonly compare_to?: string | null | undefined }
  | null
  | undefined

/**
 * Returns the earlier period of a comparison; null for a question without one. `compare_to` without
 * `compare` asks for a comparison too.
 */
export function parseCompare(compareFilter: CompareFields): CompareAsked | null {
  const to = compareFilter?.compare_to || null
  return (compareFilter?.compare ?? to !== null) ? { to } : null
}
