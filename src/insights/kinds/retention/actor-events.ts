import { type Fragment, sql } from '#fragments/fragment.ts'
import { brokenDownValue } from '#insights/kind/broken-down-value.ts'
import type { InstantRange } from '#query/date-range.ts'
import { type EventValues, eventValues } from '#sql/event-values.ts'
import { eventsOf } from '#sql/events.ts'
import type { FilterScope } from '#sql/filter-scope.ts'
import { memberConditions } from '#sql/filters.ts'
import { groupKeyOf } from '#sql/groups.ts'
import { matches } from '#sql/matcher.ts'
import { personOf } from '#sql/person-roots.ts'
import type { RetentionPlan } from './plan.ts'

/** Events that have an actor. */
export interface ActorEvents {
  readonly actor: Fragment
  readonly values: EventValues
  /**
   * Returns the `FROM` clause with all conditions. Call it after all values of the query were taken from
   * `values`, because the clause has the joins that these values need.
   */
  from(conditions: readonly Fragment[]): Fragment
}

/**
 * Returns the events of the actors in a range. If a cohort is given, returns only the events of its
 * members.
 */
export function actorEvents(
  { projectId, hasMerges, query: { groupTypeIndex } }: RetentionPlan,
  {
    range,
    scope,
    cohortId,
  }: { readonly range: InstantRange; readonly scope: FilterScope; readonly cohortId: number | null },
): ActorEvents {
  const values = eventValues(scope)
  const group = groupTypeIndex === null ? null : groupKeyOf(groupTypeIndex)
  const own = [...(group === null ? [] : [sql`notEmpty(${group})`]), ...memberConditions(cohortId, scope)]
  return {
    actor: group ?? personOf(projectId, hasMerges),
    values,
    from: (conditions) => eventsOf(projectId, range, [...conditions, ...own], values.joins()),
  }
}

/** Returns the conditions of the target event and of the returning event. */
export function conditionsIn({ target, returning }: RetentionPlan, scope: FilterScope) {
  const ofTarget = matches(target, scope)
  return { target: ofTarget, returning: returning === null ? ofTarget : matches(returning, scope) }
}

/**
 * Returns the values of the breakdown, one for each of its properties. A value is text; a missing value is
 * empty text.
 */
export const rowTexts = ({ query: { breakdown } }: RetentionPlan, values: EventValues): Fragment[] =>
  breakdown?.kind === 'properties' ? breakdown.by.map((by) => brokenDownValue(by, values)) : []
