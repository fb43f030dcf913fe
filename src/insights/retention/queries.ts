import { z } from 'zod'
import { type EngineQuery, rowsOf } from '#insights/kind.ts'
import { Integer } from '#insights/row-values.ts'
import { type Fragment, numeral, sql } from '#sql/fragment.ts'
import { actorSets, setsOf } from './actor-sets.ts'
import type { RetentionPlan } from './plan.ts'

export const ValuesRow = z.object({ cohort: Integer, value: Integer, actors: Integer })
export type ValuesRow = z.output<typeof ValuesRow>

/** One row for each value that counts an actor: the places of `cohort` and `value`, both from 0, and the number of its `actors`. */
export const retentionQueries = (plan: RetentionPlan): { values: EngineQuery<ValuesRow[]> } => ({
  values: rowsOf(
    ValuesRow,
    sql`-- actors of each cohort by the value that counts them
SELECT
  cohort,
  value,
  sum(actors) AS actors
FROM (
  -- actors with the same intervals, in each of their cohorts
  SELECT
    arrayJoin(${setsOf(plan).places(sql`targets`)}) AS cohort,
    returns,
    actors
  FROM (
    SELECT
      targets,
      returns,
      count() AS actors
    FROM (
      ${actorSets(plan)}
    )
    GROUP BY
      targets,
      returns
  )
)
ARRAY JOIN ${valuesOf(plan, sql`cohort`)} AS value
GROUP BY
  cohort,
  value`,
  ),
})

/** Value `value` of the cohort of an interval, both from 0. */
export interface RetentionCell {
  readonly cohort: number
  readonly value: number
}

/** The actors behind a value: `actor` and `appearances`, 0 or 1 for each value of its cohort. */
export const retentionPeople = (plan: RetentionPlan, { cohort, value }: RetentionCell): Fragment =>
  sql`SELECT
  actor,
  arrayMap(value -> has(counted, value), range(${numeral(plan.period.buckets.length - cohort)})) AS appearances
FROM (
  -- the values that count each actor of the cohort
  SELECT
    actor,
    ${valuesOf(plan, numeral(cohort))} AS counted
  FROM (
    ${actorSets(plan)}
  )
  WHERE ${setsOf(plan).has(sql`targets`, cohort)}
)
WHERE has(counted, ${numeral(value)})`

/** The values of a cohort that count an actor: value 0 counts all of its actors. */
function valuesOf(plan: RetentionPlan, cohort: Fragment): Fragment {
  const distances = setsOf(plan).distances(sql`returns`, cohort)
  return plan.query.isCumulative ? sql`range(arrayMax(${distances}) + 1)` : distances
}
