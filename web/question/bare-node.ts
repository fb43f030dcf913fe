import { WRAPPERS } from '#contract/insight-kinds.ts'
import type { QueryNode } from '#web/api/query-node.ts'

/**
 * Returns the question in a stored node, without the wrapper for its display if it has one. Null if the
 * insight has no question.
 */
export function bareNode(query: unknown): QueryNode | null {
  if (typeof query !== 'object' || query === null) return null
  const node = query as QueryNode & { readonly source?: unknown }
  return WRAPPERS.includes(node.kind) ? bareNode(node.source) : node
}
