import { groupConditions } from '#sql/filters.ts'
import type { Fragment } from '#sql/fragment.ts'
import { actorEvents, conditionsIn, rowTexts } from './actor-events.ts'
import type { RetentionPlan } from './plan.ts'

interface TargetEvents {
  /** Values of a breakdown by properties: text, empty for a missing value. */
  readonly values: readonly Fragment[]
  /** The `FROM` clause with all conditions. */
  readonly from: Fragment
}

/** Returns the target events of the range, which decide the rows of a breakdown. */
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
