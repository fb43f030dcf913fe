import { groupConditions } from '#sql/filters.ts'
import { type Fragment, numeral, sql } from '#sql/fragment.ts'
import { intervalIndex } from '#sql/interval-index.ts'
import { actorEvents, arrayOf, conditionsIn, rowTexts } from './actor-events.ts'
import { fromFirstTargets } from './first-targets.ts'
import type { RetentionPlan } from './plan.ts'

/** Rows with the values of a breakdown by properties. */
export interface TargetRows {
  /** Text, empty for a missing value. */
  readonly values: readonly Fragment[]
  /** An aggregate: the actors of all cohorts that such rows make. */
  readonly size: Fragment
  readonly from: Fragment
}

/** The target events of the range. */
export function targetEvents(plan: RetentionPlan): TargetRows {
  const { query, period } = plan
  const scope = plan.scopeIn(period)
  const { actor, values, from } = actorEvents(plan, { range: period, scope, cohortId: null })
  const texts = rowTexts(plan, values)
  return {
    values: texts,
    size: sql`uniqExact(${actor}, ${intervalIndex(period, query.interval)})`,
    from: from([conditionsIn(plan, scope).target, ...groupConditions(plan.filter, scope)]),
  }
}

/** The target events that decide the sizes of rows: each in the range, or the first one of each actor. */
export function decidingTargets(plan: RetentionPlan): TargetRows {
  if (plan.query.type === 'retention_recurring') return targetEvents(plan)
  const { breakdown } = plan.query
  const properties = breakdown?.kind === 'properties' ? breakdown.by : []
  return {
    values: properties.map((_, i) => sql`first_row[${numeral(i + 1)}]`),
    size: sql`count()`,
    from: fromFirstTargets(plan, null, { row: arrayOf, returns: () => null }),
  }
}
