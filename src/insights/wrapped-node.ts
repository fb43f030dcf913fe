import { isJsonObject, type JsonObject } from '#shared/json-value.ts'

/** Whether a node shows the result of its `source`. */
export const isWrapper = (node: unknown, wrappers: readonly string[]): node is JsonObject =>
  isJsonObject(node) && wrappers.includes(String(node.kind))

/** The node in one of these wrappers, or the node itself. One wrapper is taken off. */
export const sourceIn = (node: unknown, wrappers: readonly string[]): unknown =>
  isWrapper(node, wrappers) ? node.source : node
