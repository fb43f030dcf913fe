import { containsPart } from './any-case.ts'
import { and, bound, type Fragment, identifier, or, sql } from './fragment.ts'
import { propertyText } from './json-properties.ts'
import { MIRRORED_PROPERTIES } from './property-source.ts'

/**
 * The groups of one project as they are now: `FROM` and its first condition. The only place that names the table in a
 * question, so every question has a project.
 */
export function groupsOf(projectId: number, conditions: readonly Fragment[]): Fragment {
  return sql`FROM ${identifier('groups')} FINAL
WHERE ${and([sql`project_id = ${bound('UInt32', projectId)}`, ...conditions])}`
}

/** The key of the group that an event belongs to, of the type with this index, 0 to 4; empty where it belongs to none. */
export const groupKeyOf = (typeIndex: number): Fragment => sql`${identifier(`group_${typeIndex}`)}`

/** Groups whose name, the property `name`, or whose key contains a text, in any case. */
export const groupSearchCondition = (search: string): Fragment =>
  or([
    containsPart(sql`ifNull(${propertyText('name', MIRRORED_PROPERTIES)}, '')`, search),
    groupKeyContains(search),
  ])

/** Groups whose key contains a text, in any case. */
export const groupKeyContains = (part: string): Fragment => containsPart(sql`group_key`, part)
