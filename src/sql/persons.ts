import { and, bound, type Fragment, identifier, or, sql } from '#fragments/fragment.ts'
import { valuesContain } from '#fragments/json-values.ts'

/**
 * `FROM` and the first conditions for the persons of one project, as they are now. Questions name the table
 * of persons only here, so every question has a condition on the project. `FINAL` keeps the newest version
 * of each person, and no version of a deleted person.
 */
export function personsOf(projectId: number, conditions: readonly Fragment[]): Fragment {
  return sql`FROM ${identifier('persons')} FINAL
WHERE ${and([sql`project_id = ${bound('UInt32', projectId)}`, ...conditions])}`
}

/** Condition that a person has one of the numbers, or a value that contains the text, ignoring case. */
export const searchCondition = (search: string, numbers: readonly number[]): Fragment =>
  or([valuesContain(sql`properties_raw`, search), ...(numbers.length === 0 ? [] : [personIn(numbers)])])

/**
 * Condition that the person of a row has one of these numbers; false without numbers. The row can be a
 * person or an event.
 */
export const personIn = (numbers: readonly number[]): Fragment =>
  numbers.length === 0 ? sql`false` : sql`person IN ${bound('Array(UInt32)', numbers)}`
