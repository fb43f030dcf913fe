import { type Fragment, identifier, sql, text } from '#fragments/fragment.ts'
import { EVENT_PROPERTIES, type PropertySource } from './property-source.ts'

// A dot in a key is escaped in a path, because the JSON type reads an unescaped dot as nesting.
const pathOf = (key: string) => identifier(key.toWellFormed().replaceAll('.', '%2E'))

// In a path, the JSON type reads a leading `^` as "the object below", and stores a dot as `%2E`. So a key
// that itself begins with `^` or contains `%2E` is read from the text, which is slower but exact.
const isReadAsPath = (key: string) => !key.startsWith('^') && !key.includes('%2E')

// Returns whether each value of a property has its own type, which is so if its path has no declared type.
const hasTypesOfItsOwn = (key: string, { typed }: PropertySource) => isReadAsPath(key) && !typed.has(key)

/** Reads a property as text; null if it is missing. */
export function propertyText(key: string, source = EVENT_PROPERTIES): Fragment {
  if (!isReadAsPath(key)) return sql`JSONExtract(${source.raw}, ${text(key)}, 'Nullable(String)')`
  const path = sql`${source.json}.${pathOf(key)}`
  return source.typed.has(key) ? path : sql`CAST(${path}, 'Nullable(String)')`
}

/**
 * Reads a property as {@link propertyText} does, but as empty text if it is missing. The engine does this
 * in one step, so a breakdown by the property takes a twelfth less time.
 */
export const textOrEmpty = (key: string): Fragment =>
  hasTypesOfItsOwn(key, EVENT_PROPERTIES)
    ? sql`toString(${EVENT_PROPERTIES.json}.${pathOf(key)})`
    : sql`ifNull(${propertyText(key)}, '')`

// If a property is an object, there is no text under its key, only paths below it. An empty object has no
// such paths, so it counts as missing.
export function isSet(key: string, source: PropertySource): Fragment {
  const property = propertyText(key, source)
  if (!hasTypesOfItsOwn(key, source)) return sql`${property} IS NOT NULL`
  return sql`(${property} IS NOT NULL OR notEmpty(JSONAllPaths(${source.json}.^${pathOf(key)})))`
}
