import { and, bound, type Fragment, sql, text } from '#fragments/fragment.ts'
import type { HogqlNode } from '#hogql/expression.ts'
import { printHogql } from '#hogql/print-hogql.ts'
import { mirrorScope } from './mirror-scope.ts'
import type { StatementFacts } from './statement-facts.ts'
import { givenColumns, type PrintTable } from './table-read.ts'

/**
 * Prints the cohorts of the project. Only the metadata has the cohorts, so they are written into the
 * statement.
 */
export const printCohorts: PrintTable = ({ columns, conditions }, facts, statement) => {
  const scope = mirrorScope(facts, statement, columnsIn(facts.calendar.timezone))
  const print = (root: HogqlNode) => printHogql({ root }, scope)
  return sql`SELECT
  ${givenColumns(columns, print)}
FROM (
  ${cohortRows(facts)}
)
WHERE ${and(conditions.map(print))}`
}

const columnsIn = (timezone: string): ReadonlyMap<string, Fragment> =>
  new Map([
    ['id', sql`toFloat64(cohort.1)`],
    ['name', sql`cohort.2`],
    ['is_static', sql`toUInt8(cohort.3)`],
    ['created_at', sql`fromUnixTimestamp64Milli(cohort.4, ${text(timezone)})`],
  ])

function cohortRows({ cohorts }: StatementFacts): Fragment {
  // From an empty list the engine could not tell the types of the columns, so one row is written and left
  // out.
  if (cohorts.length === 0) return sql`SELECT (toInt64(0), '', toInt64(0), toInt64(0)) AS cohort\nWHERE false`
  const whole = (of: (one: (typeof cohorts)[number]) => number) => bound('Array(Int64)', cohorts.map(of))
  const names = bound(
    'Array(String)',
    cohorts.map(({ name }) => name),
  )
  return sql`SELECT arrayJoin(arrayZip(
  ${whole(({ id }) => id)},
  ${names},
  ${whole(({ isStatic }) => Number(isStatic))},
  ${whole(({ createdMs }) => createdMs)}
)) AS cohort`
}
