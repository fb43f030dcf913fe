import type { QueryNode } from '#web/api/query-node.ts'

/**
 * Returns the question with another value of one field. Undefined removes the field, which then has its
 * default.
 */
export function withField(node: QueryNode, field: string, value: unknown): QueryNode {
  const { [field]: _, ...rest } = node
  const { kind } = node
  return value === undefined ? { ...rest, kind } : { ...rest, kind, [field]: value }
}
