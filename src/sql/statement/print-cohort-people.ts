import { and, type Fragment, join, numeral, sql } from '#fragments/fragment.ts'
import type { HogqlNode } from '#hogql/expression.ts'
import { printHogql } from '#hogql/print-hogql.ts'
import { mirrorScope } from './mirror-scope.ts'
import { givenColumns, type PrintTable } from './table-read.ts'

const COLUMNS: ReadonlyMap<string, Fragment> = new Map([
  ['cohort_id', sql`cohort_id`],
  ['person_id', sql`person`],
])

const NOBODY = sql`SELECT
  toFloat64(0) AS cohort_id,
  toUInt32(0) AS person
WHERE false`

/**
 * Prints the members of cohorts. If a condition names the cohorts, only their members are read, otherwise
 * the members of all cohorts of the project.
 */
export const printCohortPeople: PrintTable = ({ columns, conditions }, facts, statement) => {
  const scope = mirrorScope(facts, statement, COLUMNS)
  const print = (root: HogqlNode) => printHogql({ root }, scope)
  const named = conditions.map(cohortsIn).filter((ids) => ids !== null)
  const asked = facts.cohortIds.filter((id) => named.every((ids) => ids.includes(id)))
  const members = asked.map(
    (id) => sql`SELECT
  toFloat64(${numeral(id)}) AS cohort_id,
  person
FROM (
  ${facts.membersOf(id)}
)`,
  )
  return sql`SELECT
  ${givenColumns(columns, print)}
FROM (
  ${join([NOBODY, ...members], sql`\nUNION ALL\n`)}
)
WHERE ${and(conditions.map(print))}`
}

/**
 * Returns the ids of the cohorts that a condition allows: `cohort_id = 5`, `cohort_id in (5, 6)`. Null for
 * a condition of any other form.
 */
function cohortsIn(condition: HogqlNode): readonly unknown[] | null {
  if (condition.kind !== 'call' || !['equals', 'in'].includes(condition.name)) return null
  const [column, ...values] = condition.args
  if (column?.kind !== 'column' || column.name !== 'cohort_id') return null
  const ids = values.map((value) => (value.kind === 'value' ? value.value : null))
  return ids.includes(null) ? null : ids
}
