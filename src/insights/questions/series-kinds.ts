import { isJsonObject, type JsonObject } from '#shared/json-value.ts'

/**
 * Fields of a node that hold another node with series. It is the funnel that paths or a correlation are
 * about.
 */
const SOURCES = ['source', 'funnelPathsFilter', 'funnelSource']

/**
 * Returns a node in which each series has a `kind`, because scripts leave it out. A series with an `event`
 * is an EventsNode, a series with an `id` is an ActionsNode.
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
