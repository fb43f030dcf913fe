import { z } from 'zod'
import { type Fragment, numeral, sql } from '#fragments/fragment.ts'
import { type EngineQuery, rowsOf } from '#insights/kind/engine-query.ts'
import { Integer } from '#insights/kind/row-values.ts'
import { groupsOf } from '#sql/groups.ts'
import { activeActors } from './activity.ts'
import { firstSeenActors } from './first-seen.ts'
import type { LifecyclePlan } from './plan.ts'
import type { Status } from './query.ts'

export const StatusesRow = z.object({
  place: Integer,
  new: Integer,
  returning: Integer,
  resurrecting: Integer,
  dormant: Integer,
})
export type StatusesRow = z.output<typeof StatusesRow>

/**
 * Returns the query for the numbers of actors. The query has one row for each interval with an actor of any
 * status: `place` (1 is the interval before the range), and the number of actors of each status.
 */
export const lifecycleQueries = (plan: LifecyclePlan): { statuses: EngineQuery<StatusesRow[]> } => ({
  statuses: rowsOf(
    StatusesRow,
    sql`-- actors by status in each interval
SELECT
  place,
  bitmapCardinality(${actorsIn('new')}) AS new,
  bitmapCardinality(${actorsIn('returning')}) AS returning,
  bitmapCardinality(${actorsIn('resurrecting')}) AS resurrecting,
  bitmapCardinality(${actorsIn('dormant')}) AS dormant
FROM (
  ${bitmapsByPlace(plan)}
)`,
  ),
})

/** Selects one number of a lifecycle: a status in an interval of the range, whose index is counted from 0. */
export interface LifecycleCell {
  readonly status: Status
  readonly bucket: number
}

/** Selects the actors behind a number as `actor`. */
export function lifecyclePeople(plan: LifecyclePlan, { status, bucket }: LifecycleCell): Fragment {
  const numbers = sql`SELECT arrayJoin(bitmapToArray(${actorsIn(status)})) AS actor
FROM (
  ${bitmapsByPlace(plan)}
)
WHERE place = ${numeral(bucket + 2)}`
  const { groupTypeIndex } = plan.query
  if (groupTypeIndex === null) return numbers
  return sql`SELECT group_key AS actor
${groupsOf(plan.projectId, [
  sql`group_type_index = ${numeral(groupTypeIndex)}`,
  sql`id IN (
  ${numbers}
)`,
])}`
}

/** Returns a bitmap of the actors with a status, made from the three bitmaps of {@link bitmapsByPlace}. */
function actorsIn(status: Status): Fragment {
  switch (status) {
    case 'new':
      return sql`bitmapAnd(active, first_seen)`
    case 'returning':
      return sql`bitmapAnd(bitmapAndnot(active, first_seen), active_before)`
    case 'resurrecting':
      return sql`bitmapAndnot(bitmapAndnot(active, first_seen), active_before)`
    case 'dormant':
      return sql`bitmapAndnot(active_before, active)`
  }
}

/**
 * Selects one row for each interval: its `place`, and bitmaps of its active actors, of the active actors of
 * the previous interval, and of the actors first seen in the interval.
 */
const bitmapsByPlace = (plan: LifecyclePlan): Fragment =>
  sql`SELECT
  place,
  groupBitmapMergeStateIf(actors, role = 'active') AS active,
  groupBitmapMergeStateIf(actors, role = 'active before') AS active_before,
  groupBitmapMergeStateIf(actors, role = 'first seen') AS first_seen
FROM (
  -- the active actors of an interval are those before the next one
  SELECT
    place_of_activity + is_before AS place,
    if(is_before, 'active before', 'active') AS role,
    actors
  FROM (
    SELECT
      place AS place_of_activity,
      actors,
      arrayJoin([0, 1]) AS is_before
    FROM (
      ${activeActors(plan)}
    )
  )
  UNION ALL
  SELECT
    place,
    'first seen' AS role,
    actors
  FROM (
    ${firstSeenActors(plan)}
  )
)
GROUP BY place`
