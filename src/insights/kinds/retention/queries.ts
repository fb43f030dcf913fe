import { z } from 'zod'
import { type Fragment, join, numeral, sql } from '#fragments/fragment.ts'
import { type EngineQuery, rowsAfter } from '#insights/kind/engine-query.ts'
import { Integer } from '#insights/kind/row-values.ts'
import { type ActorsPart, ALL_ACTORS, actorSets } from './actor-sets.ts'
import { setsOf } from './interval-sets.ts'
import type { RetentionPlan } from './plan.ts'
import { type EdgeResults, edgeQueries, edgesFound } from './row-edges.ts'
import { entriesOf, sumNames } from './sums.ts'
import { valuesOf } from './values-of.ts'

/**
 * A row of the result. `row_place` is 0 without a breakdown, the index of a cohort in a breakdown by
 * cohorts, and otherwise the number that `rowAt` takes.
 */
export const ValuesRow = z.object({
  row_place: Integer.default(0),
  cohort: Integer,
  value: Integer,
  actors: Integer,
  /** Sum of the numbers of the actors; absent without sums. */
  total: z.number().optional(),
})
export type ValuesRow = z.output<typeof ValuesRow>

export interface RetentionResults extends EdgeResults {
  readonly values: ValuesRow[]
}

/**
 * Returns the queries of a retention. `values` has one row for each value that counts an actor. It runs
 * after the queries that find the edges of a breakdown.
 */
export const retentionQueries = (plan: RetentionPlan) => ({
  ...edgeQueries(plan),
  values: rowsAfter(ValuesRow, (edges: EdgeResults) => valuesQuery(plan, edges)) satisfies EngineQuery<
    ValuesRow[]
  >,
})

/**
 * Returns the statement for the values. If the breakdown is by cohorts, the statement has a SELECT for each
 * cohort, because a person may be in several cohorts.
 */
export function valuesQuery(plan: RetentionPlan, edges: EdgeResults): Fragment {
  const { breakdown } = plan.query
  if (breakdown === null) return valuesSelect(plan, ALL_ACTORS, null)
  if (breakdown.kind === 'properties')
    return valuesSelect(plan, { cohortId: null, edges: edgesFound(edges) }, sql`row_place`)
  return join(
    breakdown.cohorts.map((cohort, place) => {
      const cohortId = cohort === 'all' ? null : cohort
      return valuesSelect(plan, { cohortId, edges: null }, sql`${numeral(place)} AS row_place`)
    }),
    sql`\nUNION ALL\n`,
  )
}

/**
 * Selects the number of `actors` for each `cohort` and `value`, both counted from 0. If there is a
 * breakdown, the numbers are also by row.
 */
function valuesSelect(plan: RetentionPlan, part: ActorsPart, row: Fragment | null): Fragment {
  if (plan.query.summed !== undefined) return sumsSelect(plan, part, row)
  const rowKey = part.edges === null ? sql`` : sql`row_place,\n`
  return sql`-- actors of each cohort by the value that counts them
SELECT
  ${row === null ? sql`` : sql`${row},\n`}cohort,
  value,
  sum(actors) AS actors
FROM (
  -- actors with the same intervals, in each of their cohorts
  SELECT
    ${rowKey}arrayJoin(${setsOf(plan).places(sql`targets`)}) AS cohort,
    returns,
    actors
  FROM (
    SELECT
      ${rowKey}targets,
      returns,
      count() AS actors
    FROM (
      ${actorSets(plan, part)}
    )
    GROUP BY
      ${rowKey}targets,
      returns
  )
)
ARRAY JOIN ${valuesOf(plan, sql`cohort`)} AS value
GROUP BY
  ${rowKey}cohort,
  value`
}

/**
 * Selects the columns of `valuesSelect`, and in addition `total`, the sum of the numbers of the actors.
 * Actors with equal sets are not counted together first, because each actor has sums of its own.
 */
function sumsSelect(plan: RetentionPlan, part: ActorsPart, row: Fragment | null): Fragment {
  const rowKey = part.edges === null ? sql`` : sql`row_place,\n`
  const names = join(sumNames(plan), sql`,\n`)
  return sql`-- actors of each cohort by the value that counts them, and the sum of their numbers
SELECT
  ${row === null ? sql`` : sql`${row},\n`}cohort,
  entry.1 AS value,
  count() AS actors,
  ifNotFinite(sum(entry.2), 0) AS total
FROM (
  -- each actor in each of its cohorts
  SELECT
    ${rowKey}arrayJoin(targets) AS cohort,
    ${names}
  FROM (
    ${actorSets(plan, part)}
  )
)
ARRAY JOIN ${entriesOf(plan, sql`cohort`)} AS entry
GROUP BY
  ${rowKey}cohort,
  value`
}
