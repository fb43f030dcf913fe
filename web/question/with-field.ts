import type { QueryNode } from '#web/api/query-node.ts'

/**
 * Returns the question with one field changed. If the value is undefined, the field is removed, and the
 * server uses its default.
 */
export function withField(node: QueryNode, field: string, value: unknown): QueryNode {
  const { [field]: _, ...rest } = node
  const { kind } = node
  return value === undefined ? { ...rest, kind } : { ...rest, kind, [field]: value }
}
