import { isDeepStrictEqual } from 'node:util'
import type { Warning } from '#contract/warning.ts'
import type { InsightKind } from '#insights/kind/kind.ts'
import { isGiven, isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { parseValue } from '#shared/parse-value.ts'
import { RequestError } from '#shared/request-error.ts'
import { flatFormOf, insightNameOf, kindOfFilters } from './find-kind.ts'
import type { SavedQuestion } from './saved-question.ts'

/**
 * Returns a warning if `filters` ask another question than the `query` next to them. The query decides, so
 * the filters have no effect. There is no warning if the filters are the flat form of the query, because
 * the server itself writes that form next to a query. There is no warning either if the filters only name a
 * kind of insight. `kind` is the kind that reads the filters; by default it is the kind that they name.
 */
export function filtersLeftOut(
  { filters, query }: SavedQuestion,
  kind: InsightKind | undefined = kindOfFilters(filters),
): Warning[] {
  if (!isGiven(query) || !isJsonObject(filters)) return []
  const asked = given(filters)
  if (Object.keys(asked).every((name) => name === 'insight')) return []
  const flat = given(flatFormOf(query) ?? {})
  const isSame = isDeepStrictEqual(asked, flat) || isDeepStrictEqual(rewritten(kind, filters), flat)
  return isSame ? [] : [LEFT_OUT]
}

const LEFT_OUT: Warning = {
  code: 'filters_left_out',
  detail:
    'The insight has a query and filters that ask different questions. The query is computed, and the filters have no effect. Send the new question as `query`, or `"query": null` with the filters.',
  attr: 'filters',
}

/**
 * Parses the filters into a node, and returns the flat form of this node; null if the kind cannot read the
 * filters.
 */
function rewritten(kind: InsightKind | undefined, filters: JsonObject): JsonObject | null {
  if (kind === undefined || !isOfKind(kind, filters)) return null
  try {
    const { node } = kind.fromFlat(parseValue(kind.wire.flat, filters))
    const flat = kind.toFlat(node)
    return flat && given(flat)
  } catch (error) {
    if (error instanceof RequestError) return null
    throw error
  }
}

/**
 * Returns whether filters belong to a kind. If the kind has no name of its own in filters, its filters have
 * the name of another kind, `askedAs`.
 */
export const isOfKind = (kind: InsightKind, filters: JsonObject): boolean =>
  !isGiven(filters.insight) ||
  kindOfFilters(filters) === kind ||
  insightNameOf(filters) === kind.names.askedAs

const given = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => isGiven(value)))
