import type { Fragment } from '#fragments/fragment.ts'
import { groupConditions } from '#sql/filters.ts'
import { actorEvents, conditionsIn, rowTexts } from './actor-events.ts'
import type { RetentionPlan } from './plan.ts'

interface TargetEvents {
  /** The values of a breakdown by properties. A value is text; a missing value is empty text. */
  readonly values: readonly Fragment[]
  /** The `FROM` clause with all conditions. */
  readonly from: Fragment
}

/** Returns the target events in the range. They decide the rows of a breakdown. */
export function targetEvents(plan: RetentionPlan): TargetEvents {
  const { period } = plan
  const scope = plan.scopeIn(period)
  const { values, from } = actorEvents(plan, { range: period, scope, cohortId: null })
  const texts = rowTexts(plan, values)
  return {
    values: texts,
    from: from([conditionsIn(plan, scope).target, ...groupConditions(plan.filter, scope)]),
  }
}
