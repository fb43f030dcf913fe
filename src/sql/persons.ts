import { and, bound, type Fragment, identifier, or, sql, text } from './fragment.ts'

/**
 * The persons of one project as they are now: `FROM` and its first conditions. The only place that names the table of
 * persons in a question, so every question has a project. `FINAL` leaves the newest version of each
 * person, and none of a deleted one.
 */
export function personsOf(projectId: number, conditions: readonly Fragment[]): Fragment {
  return sql`FROM ${identifier('persons')} FINAL
WHERE ${and([sql`project_id = ${bound('UInt32', projectId)}`, ...conditions])}`
}

/**
 * Persons whose properties contain a text, in any case: their JSON text is searched for it as it is, and as JSON
 * writes it, so that a quote or a line break is found as well. Or persons of the given numbers.
 */
export function searchCondition(search: string, numbers: readonly number[]): Fragment {
  const needles = new Set([search, JSON.stringify(search.toWellFormed()).slice(1, -1)])
  const inText = [...needles].map(
    (needle) => sql`positionCaseInsensitiveUTF8(properties_raw, ${text(needle)}) > 0`,
  )
  return or([...inText, ...(numbers.length === 0 ? [] : [personIn(numbers)])])
}

/** Persons, or events, of these numbers; none where there are none. */
export const personIn = (numbers: readonly number[]): Fragment =>
  numbers.length === 0 ? sql`false` : sql`person IN ${bound('Array(UInt32)', numbers)}`
