import type { ActorType } from '#insights/kind/actor-type.ts'
import type { EventValues } from '#sql/event-values.ts'
import { type Fragment, sql } from '#sql/fragment.ts'
import { groupKeyOf } from '#sql/groups.ts'
import { personOf } from '#sql/person-roots.ts'
import type { FunnelsPlan } from './plan.ts'
import type { FunnelsQuery } from './question/query.ts'

/** How the statements find the actors of a funnel's events. */
export interface FunnelActors {
  /**
   * A number for each actor: the number of a person, or the 64-bit hash of a text. In a funnel with a
   * million texts, the chance that two of them share a hash is one in 40 million.
   */
  readonly number: Fragment
  /** The key of a group or the value of an expression; null for persons. */
  readonly key: Fragment | null
  /** Conditions that only events with an actor meet. */
  readonly conditions: readonly Fragment[]
}

export function actorsOf(plan: FunnelsPlan, values: EventValues): FunnelActors {
  const { aggregation } = plan.query
  if (aggregation.of === 'person')
    return { number: personOf(plan.projectId, plan.hasMerges), key: null, conditions: [] }
  const key =
    aggregation.of === 'group'
      ? groupKeyOf(aggregation.groupTypeIndex)
      : values.textOrEmpty({ on: 'hogql', expression: aggregation.expression })
  return { number: sql`cityHash64(${key})`, key, conditions: [sql`notEmpty(${key})`] }
}

const SESSION_ID = '$session_id'

/** The word for an actor in a sentence, before its name. */
export function actorNoun({ aggregation }: FunnelsQuery): 'Person' | 'Group' | 'Session' | 'Value' {
  if (aggregation.of === 'person') return 'Person'
  if (aggregation.of === 'group') return 'Group'
  const { root } = aggregation.expression
  const isSession =
    (root.kind === 'column' && root.name === SESSION_ID) ||
    (root.kind === 'property' && root.on === 'event' && root.key === SESSION_ID)
  return isSession ? 'Session' : 'Value'
}

export const actorTypeOf = ({ aggregation }: FunnelsQuery): ActorType => {
  if (aggregation.of === 'group') return { of: 'group', typeIndex: aggregation.groupTypeIndex }
  return aggregation.of === 'person' ? { of: 'person' } : { of: 'session' }
}
