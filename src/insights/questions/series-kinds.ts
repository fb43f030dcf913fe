import { isJsonObject, type JsonObject } from '#shared/json-value.ts'

/** Fields of a node that hold another node with series: the funnels that paths and correlations are about. */
const SOURCES = ['source', 'funnelPathsFilter', 'funnelSource']

/**
 * Returns a node with a `kind` in each of its series. Scripts leave the `kind` out: an item with an `event`
 * selects events, an item with an `id` an action.
 */
export function withSeriesKinds(node: JsonObject): JsonObject {
  const sources = SOURCES.flatMap((name) => {
    const inner = node[name]
    return isJsonObject(inner) ? [[name, withSeriesKinds(inner)] as const] : []
  })
  const { series } = node
  return {
    ...node,
    ...Object.fromEntries(sources),
    ...(Array.isArray(series) && { series: series.map(withKind) }),
  }
}

function withKind(item: unknown): unknown {
  if (!isJsonObject(item) || item.kind !== undefined) return item
  if (item.event !== undefined) return { kind: 'EventsNode', ...item }
  return item.id === undefined ? item : { kind: 'ActionsNode', ...item }
}
