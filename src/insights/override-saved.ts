import { type Override, overrideFlat, overrideNode, toOverride } from '#query/override.ts'
import { isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { kindOfNode } from './registry.ts'

/** A question as an insight keeps it. */
export interface SavedQuestion {
  readonly filters: unknown
  readonly query: unknown
}

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

const WRAPPERS = ['InsightVizNode', 'DataVisualizationNode', 'DataTableNode']

function overrideQuery(node: unknown, override: Override): unknown {
  if (!isJsonObject(node)) return node
  if (WRAPPERS.includes(String(node.kind))) return { ...node, source: overrideQuery(node.source, override) }
  // SQL says itself where the filters go; they stand beside it.
  if (node.kind === 'HogQLQuery') {
    const own = isJsonObject(node.filters) ? node.filters : {}
    return { ...node, filters: overrideNode(own, override, () => false) }
  }
  const kind = kindOfNode(node)
  return kind === undefined ? node : overrideNode(node, override, (field) => field in kind.wire.node.shape)
}
