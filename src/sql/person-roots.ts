import { bound, type Fragment, identifier, sql, text } from './fragment.ts'

/** The dictionary of a project's merged persons: `person` to `root`, an array in memory. */
export const rootDictionary = (projectId: number): string => `person_root_${projectId}`

/**
 * The person of an event, however many distinct ids it has: the number that the event carries, or the root it was joined
 * to. In a project without merges that is the column alone.
 */
export const personOf = (projectId: number, hasMerges: boolean): Fragment =>
  hasMerges
    ? sql`dictGetOrDefault(${text(rootDictionary(projectId))}, 'root', toUInt64(person), person)`
    : sql`person`

/**
 * The numbers that were joined to another, each with its `root`: `FROM` and its condition. The only place that names the
 * table in a question, so every question has a project.
 */
export const mergedNumbersOf = (projectId: number): Fragment =>
  sql`FROM ${identifier('person_root')} FINAL
WHERE project_id = ${bound('UInt32', projectId)}`
