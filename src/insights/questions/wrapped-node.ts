import { isJsonObject, type JsonObject } from '#shared/json-value.ts'

/** Whether a node is a wrapper, which shows the result of its `source`. */
export const isWrapper = (node: unknown, wrappers: readonly string[]): node is JsonObject =>
  isJsonObject(node) && wrappers.includes(String(node.kind))

/** Returns the node inside one of these wrappers, or the node itself. Only one wrapper is taken off. */
export const sourceIn = (node: unknown, wrappers: readonly string[]): unknown =>
  isWrapper(node, wrappers) ? node.source : node
