import { type Fragment, sql } from '#sql/fragment.ts'
import { setsOf } from './interval-sets.ts'
import type { RetentionPlan } from './plan.ts'

/** The values of a cohort that count an actor, from its `returns`: value 0 counts all of its actors. */
export function valuesOf(plan: RetentionPlan, cohort: Fragment): Fragment {
  const distances = setsOf(plan).distances(sql`returns`, cohort)
  return plan.query.isCumulative ? sql`range(arrayMax(${distances}) + 1)` : distances
}
