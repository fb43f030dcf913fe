import { type Fragment, identifier, sql, text } from '#fragments/fragment.ts'
import type { Properties } from './filter-scope.ts'
import { propertyText } from './json-properties.ts'

const inZone = (instant: Fragment, timezone: string) =>
  sql`toString(toTimeZone(${instant}, ${text(timezone)}))`

/** Returns a fact about an event as text; null if the text is empty. */
function ofEvent(key: string, timezone: string): Fragment {
  if (key === 'timestamp') return inZone(sql`ts`, timezone)
  if (key === 'uuid') return sql`toString(uuid)`
  if (key === '$session_id') return sql`nullIf(${propertyText(key)}, '')`
  const [, group] = /^\$(group_[0-4])$/.exec(key) ?? []
  if (group !== undefined) return sql`nullIf(${identifier(group)}, '')`
  return key === 'event' ? sql`CAST(event, 'String')` : sql`distinct_id`
}

const ofPerson = (key: string, timezone: string): Fragment =>
  key === 'created_at' ? inZone(sql`created_at`, timezone) : sql`if(is_identified, 'true', 'false')`

const asProperties = (of: (key: string, timezone: string) => Fragment, timezone: string): Properties => ({
  text: (key) => of(key, timezone),
  isSet: (key) => sql`isNotNull(${of(key, timezone)})`,
})

/** Facts about events that are not properties, read like properties. Times are in the zone `timezone`. */
export const eventMetadata = (timezone: string): Properties => asProperties(ofEvent, timezone)
/**
 * Facts about persons that are not properties, by the keys of `person_metadata`. Times are in the zone
 * `timezone`.
 */
export const personMetadata = (timezone: string): Properties => asProperties(ofPerson, timezone)
