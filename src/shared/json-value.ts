/** A parsed JSON object whose values are still unchecked. */
export type JsonObject = Readonly<Record<string, unknown>>

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns whether a field has a value. False for undefined, null, an empty text and an empty list, because
 * clients send each of these for a field in which nothing was chosen.
 */
export const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
