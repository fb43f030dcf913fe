import type { InsightBody } from '#contract/insight.ts'
import { parseSaved } from '#insights/questions/parse-question.ts'
import { isAsked } from '#insights/questions/saved-question.ts'
import type { JsonObject } from '#shared/json-value.ts'
import { RequestError } from '#shared/request-error.ts'

/**
 * Returns the questions of those insights that were saved as filters, converted to nodes. The keys are the
 * ids of the insights. A question that cannot be parsed is left out.
 */
export function nodesOfFilters(insights: readonly InsightBody[]): Readonly<Record<number, JsonObject>> {
  const entries = insights.flatMap(({ id, query, filters }) => {
    const node = id === null || query !== null || !isAsked({ query, filters }) ? null : nodeOf(filters)
    return node === null ? [] : [[id, node]]
  })
  return Object.fromEntries(entries)
}

function nodeOf(filters: unknown): JsonObject | null {
  try {
    return parseSaved({ filters, query: null }).node
  } catch (error) {
    if (error instanceof RequestError) return null
    throw error
  }
}
