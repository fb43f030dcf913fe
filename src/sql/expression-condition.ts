import { and, type Fragment, identifier, nestedQuery, or, sql, text } from '#fragments/fragment.ts'
import type { HogqlExpression, HogqlNode } from '#hogql/expression.ts'
import { placeOf } from '#hogql/functions/definition.ts'
import { type HogqlScope, printHogql } from '#hogql/print-hogql.ts'
import { type SubjectParts, sessionProperties, subjectParts } from '#hogql/subject-parts.ts'
import { holdsWhenMissing } from '#hogql/when-missing.ts'
import { withNumbers } from '#hogql/with-numbers.ts'
import { notSupported } from '#shared/request-error.ts'
import type { PropertySubject } from '#values/property-subject.ts'
import type { FilterScope, Link } from './filter-scope.ts'
import { propertyText } from './json-properties.ts'
import { EVENT_PROPERTIES, MIRRORED_PROPERTIES, type PropertySource } from './property-source.ts'

/**
 * Returns the condition that an event matches an expression: a `UInt8` that is never null. If a part of the
 * expression is about persons or groups, it is evaluated once for each person or group, not for each event.
 * @throws RequestError `not_supported` for a subject or a column to which the rows do not lead.
 */
export const filterByHogql = (expression: HogqlExpression, scope: FilterScope): Fragment =>
  conditionOf(subjectParts(withNumbers(expression, scope.numbers), ['properties']), scope)

function conditionOf(parts: SubjectParts, scope: FilterScope): Fragment {
  if (parts.kind === 'about') return conditionAbout(parts.on, parts.node, scope)
  const conditions = parts.parts.map((part) => conditionOf(part, scope))
  if (parts.kind === 'not') return sql`(NOT ${and(conditions)})`
  return sql`(${parts.kind === 'and' ? and(conditions) : or(conditions)})`
}

function conditionAbout(on: PropertySubject, node: HogqlNode, scope: FilterScope): Fragment {
  const reach = scope.reach(on)
  if (on === 'session' && reach !== null && reach.link !== null)
    return amongKeys(node, reach.link, printHogql({ root: node }, ofSession(scope)), scope)
  const source = sourceOf(on)
  if (reach === null || source === null)
    throw notSupported(
      `A property of the ${typeof on === 'string' ? on : 'group'} in a HogQL expression`,
      'properties',
    )
  const rows = printHogql({ root: node }, scopeOf(source, scope))
  if (reach.link === null) return rows
  return amongKeys(node, reach.link, rows, scope)
}

export function sourceOf(on: PropertySubject): PropertySource | null {
  if (on === 'event') return EVENT_PROPERTIES
  return on === 'person' || typeof on === 'object' ? MIRRORED_PROPERTIES : null
}

/**
 * Returns a condition on the key of the subject that a row leads to: that this subject meets `condition`.
 * If a row leads to no subject, such as an event whose person has no profile, all properties of the subject
 * count as missing in this row.
 */
function amongKeys(
  node: HogqlNode,
  { key, keysWhere }: Link,
  condition: Fragment,
  scope: FilterScope,
): Fragment {
  const [property = ''] = sessionProperties(node)
  const those = sql`${key} IN (
  ${nestedQuery(keysWhere(condition, property))}
)`
  const allButOthers = sql`${key} NOT IN (
  ${nestedQuery(keysWhere(sql`(NOT ${condition})`, property))}
)`
  const holds = holdsWhenMissing(node)
  if (holds !== null) return holds ? allButOthers : those
  return sql`if(${printHogql({ root: node }, withoutProperties(scope))}, ${allButOthers}, ${those})`
}

const NOTHING = sql`CAST(NULL, 'Nullable(String)')`
const withoutProperties = (scope: FilterScope): HogqlScope => ({
  ...placeOf(scope),
  property: () => NOTHING,
  json: () => NOTHING,
  column: () => sql`CAST(NULL, 'Nullable(DateTime64(3))')`,
})

/**
 * Returns the scope of a row of sessions. The row has only one value: the property of the session that the
 * condition reads.
 */
const ofSession = (scope: FilterScope): HogqlScope => ({
  ...placeOf(scope),
  property: () => sql`value`,
  json: () => NOTHING,
  column: () => null,
})

const COLUMNS: ReadonlyMap<string, Fragment> = new Map([
  ['event', sql`event`],
  ['distinct_id', sql`distinct_id`],
  ['uuid', sql`toString(uuid)`],
  ['timestamp', sql`ts`],
  // An empty session id means that the event has no session. The table of sessions treats it in the same way.
  ['$session_id', sql`nullIf(${propertyText('$session_id')}, '')`],
  ...[0, 1, 2, 3, 4].map(
    (index) => [`$group_${index}`, sql`nullIf(${identifier(`group_${index}`)}, '')`] as const,
  ),
])

/**
 * Returns the names that an expression can use in the rows of a table with properties. It is the table of
 * events, or a table that mirrors the metadata.
 */
export const scopeOf = (source: PropertySource, scope: FilterScope): HogqlScope => ({
  ...placeOf(scope),
  property: (_, key, isCompared) => {
    const property = propertyText(key, source)
    return source.typed.has(key) && !isCompared ? sql`CAST(${property}, 'Nullable(String)')` : property
  },
  json: (_, key) => sql`nullIf(JSONExtractRaw(${source.raw}, ${text(key)}), '')`,
  column(name, isCompared) {
    if (name === 'person.created_at') return sql`created_at`
    if (name === 'person_id') return scope.reach('person')?.link?.key ?? null
    if (source !== EVENT_PROPERTIES) return null
    return name === 'event' && !isCompared ? sql`CAST(event, 'String')` : (COLUMNS.get(name) ?? null)
  },
})
