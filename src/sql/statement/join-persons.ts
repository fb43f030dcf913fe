import { type Fragment, identifier, join, sql } from '#fragments/fragment.ts'
import { personsOf } from '#sql/persons.ts'
import type { PropertySubject } from '#values/property-subject.ts'
import { mirrorScope } from './mirror-scope.ts'
import type { StatementFacts } from './statement-facts.ts'

const COLUMNS: ReadonlyMap<string, Fragment> = new Map([
  ['person.created_at', sql`toNullable(created_at)`],
  ['person.properties', sql`toNullable(properties_raw)`],
])

/** Whether a column is a value of the person to whom a row belongs, such as `person.properties`. */
export const isOfPerson = (name: string): boolean => COLUMNS.has(name)

/**
 * The present values of the persons to whom rows belong, as joined columns. If the person of a row has no
 * profile, they are null.
 */
export interface JoinedPersons {
  property(on: PropertySubject, key: string): Fragment
  json(on: PropertySubject, key: string): Fragment
  column(name: string): Fragment
  /**
   * Returns the clause that joins the persons to the rows, with all values that were asked for so far.
   * `personNumber` is the number of a row's person. Returns no clause if no value was asked for.
   */
  clauses(personNumber: Fragment): Fragment[]
}

export function joinPersons(
  facts: StatementFacts,
  statement: Parameters<typeof mirrorScope>[1],
): JoinedPersons {
  const mirror = mirrorScope(facts, statement, COLUMNS)
  const values = new Map<string, Fragment>()
  const joined = (name: string, value: Fragment | null): Fragment => {
    if (value === null) throw new TypeError(`Persons have no ${name}`)
    values.set(name, value)
    return aliasOf(name)
  }
  return {
    property: (on, key) => joined(`text ${key}`, mirror.property(on, key, false)),
    json: (on, key) => joined(`json ${key}`, mirror.json(on, key)),
    column: (name) => joined(name, mirror.column(name, false)),
    clauses(personNumber) {
      if (values.size === 0) return []
      const columns = [...values].map(([name, value]) => sql`${value} AS ${aliasOf(name)}`)
      return [
        sql`ANY LEFT JOIN (
  SELECT
    ${join([sql`person AS joined_person`, ...columns], sql`,\n`)}
  ${personsOf(facts.projectId, [])}
) AS joined_persons ON ${personNumber} = joined_person`,
      ]
    },
  }
}

const aliasOf = (name: string): Fragment => sql`${identifier(`person ${name}`)}`
