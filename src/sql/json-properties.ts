import { type Fragment, identifier, sql, text } from './fragment.ts'
import { EVENT_PROPERTIES, type PropertySource } from './property-source.ts'

// A dot in a key is stored escaped, because the JSON type reads a plain one as nesting.
const pathOf = (key: string) => identifier(key.toWellFormed().replaceAll('.', '%2E'))

// The JSON type reads a leading `^` as "the object below" and stores a dot as `%2E`: keys that contain these themselves
// are read from the text, which is slower and exact.
const isReadAsPath = (key: string) => !key.startsWith('^') && !key.includes('%2E')

// The values of a path without a declared type have each its own.
const hasTypesOfItsOwn = (key: string, { typed }: PropertySource) => isReadAsPath(key) && !typed.has(key)

/** A property as text, null where it is missing. */
export function propertyText(key: string, source = EVENT_PROPERTIES): Fragment {
  if (!isReadAsPath(key)) return sql`JSONExtract(${source.raw}, ${text(key)}, 'Nullable(String)')`
  const path = sql`${source.json}.${pathOf(key)}`
  return source.typed.has(key) ? path : sql`CAST(${path}, 'Nullable(String)')`
}

/** As {@link propertyText}, empty where it is missing. In one step, with which the rows of a breakdown take the engine a twelfth less. */
export const textOrEmpty = (key: string): Fragment =>
  hasTypesOfItsOwn(key, EVENT_PROPERTIES)
    ? sql`toString(${EVENT_PROPERTIES.json}.${pathOf(key)})`
    : sql`ifNull(${propertyText(key)}, '')`

// An object has no text of its own under its key, only paths below it. An empty one has none and counts as missing.
export function isSet(key: string, source: PropertySource): Fragment {
  const property = propertyText(key, source)
  if (!hasTypesOfItsOwn(key, source)) return sql`${property} IS NOT NULL`
  return sql`(${property} IS NOT NULL OR notEmpty(JSONAllPaths(${source.json}.^${pathOf(key)})))`
}
