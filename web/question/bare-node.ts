import { WRAPPERS } from '#contract/insight-kinds.ts'
import type { QueryNode } from '#web/api/query-node.ts'

/**
 * Returns the question of a stored node, which may be wrapped for display. Null for an insight without a
 * question.
 */
export function bareNode(query: unknown): QueryNode | null {
  if (typeof query !== 'object' || query === null) return null
  const node = query as QueryNode & { readonly source?: unknown }
  return WRAPPERS.includes(node.kind) ? bareNode(node.source) : node
}
