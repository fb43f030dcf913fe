import { bound, dictionaryName, type Fragment, identifier, sql } from '#fragments/fragment.ts'

/**
 * Name of a project's dictionary of merged persons. The dictionary is an array in memory that maps `person`
 * to `root`.
 */
export const rootDictionary = (projectId: number): string => `person_root_${projectId}`

/**
 * Number of the person of an event. It is the same for all distinct ids of the person: the number in the
 * event or, if that number was merged, its root. In a project without merges the expression is only the
 * column.
 */
export const personOf = (projectId: number, hasMerges: boolean): Fragment =>
  hasMerges
    ? sql`dictGetOrDefault(${dictionaryName(rootDictionary(projectId))}, 'root', toUInt64(person), person)`
    : sql`person`

/**
 * `FROM` and the condition for the person numbers that were merged into another number. Each row has a
 * number (`person`) and its `root`. Questions name this table only here, so every question has a condition
 * on the project.
 */
export const mergedNumbersOf = (projectId: number): Fragment =>
  sql`FROM ${identifier('person_root')} FINAL
WHERE project_id = ${bound('UInt32', projectId)}`
