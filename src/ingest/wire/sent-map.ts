/**
 * An object as a client sent it. A name can be any text, even `__proto__`, and the values are not checked.
 */
export type SentMap = Readonly<Record<string, unknown>>

export const isMap = (value: unknown): value is SentMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the map; null for an empty map and for any other value. PHP writes an empty map as an empty list.
 */
export function filledMap(value: unknown): SentMap | null {
  if (!isMap(value)) return null
  for (const _name in value) return value
  return null
}
