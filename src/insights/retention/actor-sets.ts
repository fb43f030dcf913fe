import type { InstantRange } from '#query/date-range.ts'
import { eventsOf, isWithin, STORABLE } from '#sql/events.ts'
import type { FilterScope } from '#sql/filter-scope.ts'
import { groupConditions } from '#sql/filters.ts'
import { and, bound, type Fragment, or, sql } from '#sql/fragment.ts'
import { groupKeyOf } from '#sql/groups.ts'
import { intervalIndex } from '#sql/interval-index.ts'
import { matches } from '#sql/matcher.ts'
import { personOf } from '#sql/person-roots.ts'
import { type IntervalSets, intervalSets } from './interval-sets.ts'
import type { RetentionPlan } from './plan.ts'

export const setsOf = ({ query, period }: RetentionPlan): IntervalSets =>
  intervalSets(period.buckets.length, query.minimumOccurrences)

/**
 * One row for each actor with a target event or a returning one: `actor`, and the sets of the intervals of its `targets`, which
 * are its cohorts, and of its `returns`. One scan of the events gives both.
 */
export const actorSets = (plan: RetentionPlan): Fragment =>
  plan.query.type === 'retention_recurring' ? recurring(plan) : firstTime(plan)

function recurring(plan: RetentionPlan): Fragment {
  const { query, period } = plan
  const scope = plan.scopeIn(period)
  const { target, returning } = conditionsIn(plan, scope)
  const place = intervalIndex(period, query.interval)
  return sql`SELECT
  ${actorOf(plan)} AS actor,
  ${setsOf(plan).collect(place, target)} AS targets,
  ${returnsOf(plan, place, returning)} AS returns
${eventsOf(plan.projectId, period, [
  or(plan.returning === null ? [target] : [target, returning]),
  ...groupConditions(plan.filter, scope),
  ...ofGroups(plan),
])}
GROUP BY actor`
}

/** The target events of all time are looked at, for the first of them; the returning ones of the range. */
function firstTime(plan: RetentionPlan): Fragment {
  const { query, period } = plan
  const range: InstantRange = { fromMs: STORABLE.fromMs, toMs: period.toMs }
  const scope = plan.scopeIn(range)
  const conditions = conditionsIn(plan, scope)
  const filter = groupConditions(plan.filter, scope)
  const isFirstOfAll = query.type === 'retention_first_ever_occurrence'
  // Of the first event of its name the filters are asked once it is found.
  const target = isFirstOfAll ? and([conditions.target, ...filter]) : conditions.target
  const lookedAt = isFirstOfAll ? matches(plan.subject, scope) : target
  const returning = and([conditions.returning, ...(isFirstOfAll ? filter : []), isWithin(period)])
  // An event before the range is in no interval of it.
  const place = sql`greatest(${intervalIndex(period, query.interval)}, 0)`
  const at = sql`toUnixTimestamp64Milli(ts)`
  return sql`-- the cohort of an actor is the interval of its first target event
SELECT
  actor,
  ${setsOf(plan).only(placeOf(plan, sql`assumeNotNull(first)`))} AS targets,
  returns
FROM (
  SELECT
    ${actorOf(plan)} AS actor,
    minOrNullIf(${at}, ${target}) AS first,
    ${isFirstOfAll ? sql`minOrNullIf(${at}, ${lookedAt}) AS first_of_all,\n` : sql``}${returnsOf(plan, place, returning)} AS returns
  ${eventsOf(plan.projectId, range, [
    or([lookedAt, returning]),
    ...(isFirstOfAll ? [] : filter),
    ...ofGroups(plan),
  ])}
  GROUP BY actor
)
WHERE first >= ${bound('Int64', period.fromMs)}${isFirstOfAll ? sql`\n  AND first = first_of_all` : sql``}`
}

function conditionsIn({ target, returning }: RetentionPlan, scope: FilterScope) {
  const ofTarget = matches(target, scope)
  return { target: ofTarget, returning: returning === null ? ofTarget : matches(returning, scope) }
}

function returnsOf(plan: RetentionPlan, place: Fragment, returning: Fragment): Fragment {
  const { minimumOccurrences } = plan.query
  return minimumOccurrences > 1
    ? setsOf(plan).collectFrequent(place, returning, minimumOccurrences)
    : setsOf(plan).collect(place, returning)
}

/** The place of the interval that an instant of the range is in. */
function placeOf({ period }: RetentionPlan, instantMs: Fragment): Fragment {
  const starts = bound(
    'Array(Int64)',
    period.buckets.map(({ startMs }) => startMs),
  )
  return sql`indexOf(${starts}, roundDown(${instantMs}, ${starts})) - 1`
}

const actorOf = ({ query, projectId, hasMerges }: RetentionPlan): Fragment =>
  query.groupTypeIndex === null ? personOf(projectId, hasMerges) : groupKeyOf(query.groupTypeIndex)

const ofGroups = ({ query: { groupTypeIndex } }: RetentionPlan): Fragment[] =>
  groupTypeIndex === null ? [] : [sql`notEmpty(${groupKeyOf(groupTypeIndex)})`]
