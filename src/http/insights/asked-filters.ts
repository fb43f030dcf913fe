import type { InsightKind } from '#insights/kind/kind.ts'
import type { JsonObject } from '#shared/json-value.ts'

/** Returns the parameters of a request that belong to its question, in the form of an insight's `filters`. */
export function askedFilters({ names, wire }: InsightKind, parameters: JsonObject): JsonObject {
  const given = Object.entries(parameters).filter(
    ([name, value]) => value !== undefined && name in wire.flat.shape,
  )
  const asked = given.map(([name, value]) => [name, parsedIfJson(value)])
  return { insight: names.filter ?? names.askedAs, ...Object.fromEntries(asked) }
}

// In a query string, objects and lists are JSON text. Any other text stays as it is.
function parsedIfJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
