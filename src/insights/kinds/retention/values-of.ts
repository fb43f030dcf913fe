import { bound, type Fragment, numeral, sql } from '#fragments/fragment.ts'
import { columnsOf } from './columns.ts'
import { setsOf } from './interval-sets.ts'
import type { RetentionPlan } from './plan.ts'

/**
 * Returns the values of a cohort that count an actor, computed from the actor's `returns`. Value 0 counts
 * all actors of the cohort.
 */
export function valuesOf(plan: RetentionPlan, cohort: Fragment): Fragment {
  const values = inBrackets(plan, setsOf(plan).distances(sql`returns`, cohort))
  return plan.query.isCumulative ? sql`range(arrayMax(${values}) + 1)` : values
}

/**
 * Returns the values that the distances belong to: the value of a bracket for all distances in it. Without
 * brackets each distance is a value of its own.
 */
function inBrackets({ query }: RetentionPlan, distances: Fragment): Fragment {
  if (query.brackets.length === 0) return distances
  const values = columnsOf(query).flatMap(({ first, last }, value) =>
    Array.from({ length: last - first + 1 }, () => value),
  )
  const within = sql`arrayFilter(distance -> distance < ${numeral(values.length)}, ${distances})`
  return sql`arrayDistinct(arrayMap(distance -> arrayElement(${bound('Array(UInt32)', values)}, distance + 1), ${within}))`
}
