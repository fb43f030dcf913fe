import { and, bound, type Fragment, identifier, or, sql } from './fragment.ts'
import { valuesContain } from './json-values.ts'

/**
 * The persons of one project as they are now: `FROM` and its first conditions. The only place that names the table of
 * persons in a question, so every question has a project. `FINAL` leaves the newest version of each
 * person, and none of a deleted one.
 */
export function personsOf(projectId: number, conditions: readonly Fragment[]): Fragment {
  return sql`FROM ${identifier('persons')} FINAL
WHERE ${and([sql`project_id = ${bound('UInt32', projectId)}`, ...conditions])}`
}

/** Persons with a value that contains a text, in any case, or of the given numbers. */
export const searchCondition = (search: string, numbers: readonly number[]): Fragment =>
  or([valuesContain(sql`properties_raw`, search), ...(numbers.length === 0 ? [] : [personIn(numbers)])])

/** Persons, or events, of these numbers; none where there are none. */
export const personIn = (numbers: readonly number[]): Fragment =>
  numbers.length === 0 ? sql`false` : sql`person IN ${bound('Array(UInt32)', numbers)}`
