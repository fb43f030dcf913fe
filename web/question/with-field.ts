import type { QueryNode } from '#web/api/ask.ts'

/** The question with another value of one field; undefined leaves the field out, which is its default. */
export function withField(node: QueryNode, field: string, value: unknown): QueryNode {
  const { [field]: _, ...rest } = node
  const { kind } = node
  return value === undefined ? { ...rest, kind } : { ...rest, kind, [field]: value }
}
