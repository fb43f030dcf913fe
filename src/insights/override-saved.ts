import { SQL_NODE, WRAPPERS } from '#contract/insight-kinds.ts'
import { type Override, overrideFlat, overrideNode, toOverride } from '#query/override.ts'
import { isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { kindOfNode } from './registry.ts'
import type { SavedQuestion } from './saved-question.ts'
import { isWrapper } from './wrapped-node.ts'

/**
 * An insight's question as its dashboard asks it, in both forms that it may be saved in. The dashboard's dates replace the
 * insight's, its interval and breakdown too; its properties must hold besides the insight's. Where the dashboard's filters
 * are empty, the very values that were given are returned.
 */
export function overrideSaved(saved: SavedQuestion, dashboardFilters: JsonObject): SavedQuestion {
  const { filters, query } = saved
  const override = toOverride(dashboardFilters)
  if (Object.keys(override).length === 0) return { filters, query }
  const hasFilters = isJsonObject(filters) && Object.keys(filters).length > 0
  return {
    filters: hasFilters ? overrideFlat(filters, override) : filters,
    query: overrideQuery(query, override),
  }
}

function overrideQuery(node: unknown, override: Override): unknown {
  if (isWrapper(node, WRAPPERS)) return { ...node, source: overrideQuery(node.source, override) }
  if (!isJsonObject(node)) return node
  // SQL has a place for the filters in its text; the filters are a field beside it.
  if (node.kind === SQL_NODE) {
    const own = isJsonObject(node.filters) ? node.filters : {}
    return { ...node, filters: overrideNode(own, override, () => false) }
  }
  const kind = kindOfNode(node)
  return kind === undefined ? node : overrideNode(node, override, (field) => field in kind.wire.node.shape)
}
