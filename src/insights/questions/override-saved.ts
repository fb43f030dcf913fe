import { FUNNEL_OWNERS, SQL_NODE, WRAPPERS } from '#contract/insight-kinds.ts'
import type { InsightKind } from '#insights/kind/kind.ts'
import { type Override, overrideFlat, overrideNode, overrideOf, toOverride } from '#query/override.ts'
import { isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { kindOfFilters, kindOfNode } from './find-kind.ts'
import type { SavedQuestion } from './saved-question.ts'
import { isWrapper } from './wrapped-node.ts'

/**
 * Returns the question of an insight as its dashboard asks it, in both forms in which it may be saved. The
 * dashboard's dates, interval and breakdown replace the same fields of the insight; its properties must
 * match in addition to the insight's own. A field is overridden only if nodes of the insight's kind have
 * it.
 * The saved form is changed, not the parsed question, because clients are shown the saved form: everything
 * else in it stays as it was sent. If nothing in a form changes, the same object is returned.
 */
export function overrideSaved(
  { filters, query }: SavedQuestion,
  dashboardFilters: JsonObject,
): SavedQuestion {
  const override = toOverride(dashboardFilters)
  return { filters: overrideFilters(filters, override), query: overrideQuery(query, override) }
}

function overrideFilters(filters: unknown, override: Override): unknown {
  const isAsked = isJsonObject(filters) && Object.keys(filters).length > 0
  const kind = isAsked ? kindOfFilters(filters) : undefined
  return isAsked && kind !== undefined ? overrideFlat(filters, fieldsOf(kind, override)) : filters
}

function overrideQuery(node: unknown, override: Override): unknown {
  if (isWrapper(node, OWNERS)) return withSource(node, overrideQuery(node.source, override))
  if (!isJsonObject(node)) return node
  if (node.kind === SQL_NODE) return overrideSql(node, override)
  const kind = kindOfNode(node)
  return kind === undefined ? node : overrideNode(node, fieldsOf(kind, override))
}

/**
 * Nodes whose dates and filters are those of the node in their `source`: wrappers, and a correlation, which
 * has the dates and filters of its funnel.
 */
const OWNERS = [...WRAPPERS, ...FUNNEL_OWNERS]

const fieldsOf = (kind: InsightKind, override: Override) =>
  overrideOf(override, (field) => Object.hasOwn(kind.wire.node.shape, field))

const withSource = (wrapper: JsonObject, source: unknown) =>
  source === wrapper.source ? wrapper : { ...wrapper, source }

// The text of a SQL node has only a placeholder for filters. The filters themselves are in the field
// `filters` of the node.
function overrideSql(node: JsonObject, override: Override): JsonObject {
  const own = isJsonObject(node.filters) ? node.filters : {}
  const filters = overrideNode(
    own,
    overrideOf(override, (field) => SQL_FILTERS.includes(field)),
  )
  return filters === own ? node : { ...node, filters }
}
const SQL_FILTERS = ['dateRange', 'properties']
