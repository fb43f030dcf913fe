import { containsPart } from '#fragments/any-case.ts'
import { and, bound, type Fragment, identifier, or, sql } from '#fragments/fragment.ts'
import { propertyText } from './json-properties.ts'
import { MIRRORED_PROPERTIES } from './property-source.ts'

/**
 * `FROM` and the first conditions for the groups of one project, as they are now. Questions name the table
 * of groups only here, so every question has a condition on the project.
 */
export function groupsOf(projectId: number, conditions: readonly Fragment[]): Fragment {
  return sql`FROM ${identifier('groups')} FINAL
WHERE ${and([sql`project_id = ${bound('UInt32', projectId)}`, ...conditions])}`
}

/**
 * Key of the group that an event belongs to, for the group type with this index (0 to 4). Empty if the
 * event belongs to no group of this type.
 */
export const groupKeyOf = (typeIndex: number): Fragment => sql`${identifier(`group_${typeIndex}`)}`

/** Condition that a group's key or its property `name` contains a text, ignoring case. */
export const groupSearchCondition = (search: string): Fragment =>
  or([
    containsPart(sql`ifNull(${propertyText('name', MIRRORED_PROPERTIES)}, '')`, search),
    groupKeyContains(search),
  ])

/** Condition that a group's key contains a text, ignoring case. */
export const groupKeyContains = (part: string): Fragment => containsPart(sql`group_key`, part)
