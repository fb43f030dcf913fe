import type { InsightKind } from '#insights/kind.ts'
import type { JsonObject } from '#shared/json-value.ts'

/** The parameters of a question among those of a request, in the form of an insight's `filters`. */
export function askedFilters({ names, wire }: InsightKind, parameters: JsonObject): JsonObject {
  const given = Object.entries(parameters).filter(
    ([name, value]) => value !== undefined && name in wire.flat.shape,
  )
  const asked = given.map(([name, value]) => [name, parsedIfJson(value)])
  return { insight: names.filter ?? names.askedAs, ...Object.fromEntries(asked) }
}

// Objects and lists are JSON text in a query string. Any other text stays as it is.
function parsedIfJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
