import { bound, type Fragment, numeral, sql } from '#fragments/fragment.ts'
import { bucketColumns, type CutRange } from '#sql/bucket-columns.ts'
import { eventsOf } from '#sql/events.ts'
import { groupConditions } from '#sql/filters.ts'
import { groupKeyOf, groupsOf } from '#sql/groups.ts'
import { matches } from '#sql/matcher.ts'
import { personOf } from '#sql/person-roots.ts'
import type { LifecyclePlan } from './plan.ts'

/**
 * Returns the place, counted from 1, of the interval that contains an instant in ms. The instant must be in
 * one of the intervals.
 */
export const placeOfInstant = ({ startsMs }: LifecyclePlan, instantMs: Fragment): Fragment => {
  const starts = bound('Array(Int64)', startsMs)
  return sql`indexOf(${starts}, roundDown(${instantMs}, ${starts}))`
}

/**
 * Selects the active actors of each interval, and of the interval before the range. The columns are `place`
 * and `actors`, a bitmap of their numbers.
 */
export const activeActors = (plan: LifecyclePlan): Fragment =>
  plan.query.groupTypeIndex === null ? activePersons(plan) : activeGroups(plan, plan.query.groupTypeIndex)

function activePersons(plan: LifecyclePlan): Fragment {
  const { key, start } = bucketsOf(plan)
  return sql`-- the active persons of each interval
SELECT
  ${start} AS bucket,
  indexOf(${bound('Array(Int64)', plan.startsMs)}, bucket) AS place,
  groupBitmapState(${personOf(plan.projectId, plan.hasMerges)}) AS actors
${matchedEvents(plan)}
GROUP BY ${key}`
}

// A bitmap has only numbers. So the keys of groups are joined to the numbers of the groups, once for each
// interval.
const activeGroups = (plan: LifecyclePlan, typeIndex: number): Fragment =>
  sql`-- the active groups of each interval
SELECT
  place,
  groupBitmapState(id) AS actors
FROM (
  SELECT DISTINCT
    ${placeOfInstant(plan, bucketsOf(plan).start)} AS place,
    ${groupKeyOf(typeIndex)} AS group_key
  ${matchedEvents(plan, [sql`notEmpty(${groupKeyOf(typeIndex)})`])}
) AS active
INNER JOIN (
  SELECT
    group_key,
    id
  ${groupsOf(plan.projectId, [sql`group_type_index = ${numeral(typeIndex)}`])}
) AS known USING group_key
GROUP BY place`

/** Returns the range together with the interval before it. */
const lookedAt = ({ period, startsMs }: LifecyclePlan): CutRange => ({
  fromMs: startsMs[0] ?? period.fromMs,
  toMs: period.toMs,
  buckets: startsMs.slice(0, -1).map((startMs) => ({ startMs })),
})

const bucketsOf = (plan: LifecyclePlan) => bucketColumns(lookedAt(plan), plan.query.interval)

/** Returns the events in all intervals that match the series and the filters. */
export function matchedEvents(plan: LifecyclePlan, conditions: readonly Fragment[] = []): Fragment {
  const { projectId, matcher, filter, startsMs, period } = plan
  const scope = plan.scopeIn(lookedAt(plan))
  const first = startsMs[1] ?? period.fromMs
  const at = sql`toUnixTimestamp64Milli(ts)`
  // A range of exact instants may begin within its first interval. Events of this interval before the range
  // are skipped.
  const skipped =
    first < period.fromMs
      ? [sql`${at} < ${bound('Int64', first)} OR ${at} >= ${bound('Int64', period.fromMs)}`]
      : []
  return eventsOf(projectId, lookedAt(plan), [
    ...skipped,
    matches(matcher, scope),
    ...groupConditions(filter, scope),
    ...conditions,
  ])
}
