import { bound, type Fragment, numeral, sql } from '#fragments/fragment.ts'
import { eventsOf, STORABLE } from '#sql/events.ts'
import { groupsOf } from '#sql/groups.ts'
import { mergedNumbersOf, personOf } from '#sql/person-roots.ts'
import { personsOf } from '#sql/persons.ts'
import { matchedEvents, placeOfInstant } from './activity.ts'
import type { LifecyclePlan } from './plan.ts'

/**
 * Selects the actors that were first seen in each interval. The columns are `place` and `actors`, a bitmap
 * of the numbers that the actors have in `activeActors` as well.
 */
export function firstSeenActors(plan: LifecyclePlan): Fragment {
  const { groupTypeIndex } = plan.query
  return sql`-- the actors that were first seen in each interval
SELECT
  ${placeOfInstant(plan, sql`toUnixTimestamp64Milli(first_seen)`)} AS place,
  groupBitmapState(actor) AS actors
FROM (
  ${groupTypeIndex === null ? firstSeenPersons(plan) : firstSeenGroups(plan, groupTypeIndex)}
)
GROUP BY place`
}

const firstSeenGroups = (plan: LifecyclePlan, typeIndex: number): Fragment =>
  sql`SELECT
  id AS actor,
  created_at AS first_seen
${groupsOf(plan.projectId, [sql`group_type_index = ${numeral(typeIndex)}`, ...isWithin(plan, sql`created_at`)])}`

const firstSeenPersons = (plan: LifecyclePlan): Fragment =>
  sql`SELECT
  person AS actor,
  created_at AS first_seen
${personsOf(plan.projectId, isWithin(plan, sql`created_at`))}
UNION ALL
-- distinct ids without a person: their first event, whatever its name
SELECT
  ${personOf(plan.projectId, plan.hasMerges)} AS actor,
  min(ts) AS first_seen
${eventsOf(plan.projectId, { ...STORABLE, toMs: plan.period.toMs }, [
  sql`person IN (
  ${numbersWithoutPerson(plan)}
)`,
])}
GROUP BY actor
HAVING ${isWithin(plan, sql`first_seen`)[0] ?? sql`true`}`

function isWithin({ startsMs, period }: LifecyclePlan, column: Fragment): Fragment[] {
  const from = bound('Int64', startsMs[0] ?? period.fromMs)
  const to = bound('Int64', startsMs.at(-1) ?? period.toMs)
  return [
    sql`${column} >= fromUnixTimestamp64Milli(${from})`,
    sql`${column} < fromUnixTimestamp64Milli(${to})`,
  ]
}

/**
 * Selects the numbers of active persons that are not in the list of persons, such as deleted ones. Usually
 * there are none, and then no earlier events have to be read.
 */
function numbersWithoutPerson(plan: LifecyclePlan): Fragment {
  const roots = sql`-- the persons that were active and are not listed
SELECT arrayJoin(bitmapToArray(bitmapAndnot(
  groupBitmapStateIf(number, is_active),
  groupBitmapStateIf(number, NOT is_active)
))) AS number
FROM (
  SELECT
    ${personOf(plan.projectId, plan.hasMerges)} AS number,
    true AS is_active
  ${matchedEvents(plan)}
  UNION ALL
  SELECT
    person AS number,
    false AS is_active
  ${personsOf(plan.projectId, [])}
)`
  if (!plan.hasMerges) return roots
  return sql`-- a deleted person may have been merged of several
SELECT arrayJoin([number, joined]) AS number
FROM (
  ${roots}
) AS unlisted
LEFT JOIN (
  SELECT
    person AS joined,
    root AS number
  ${mergedNumbersOf(plan.projectId)}
) AS merged USING number`
}
