import { bound, type Fragment, numeral, sql } from '#fragments/fragment.ts'
import { msSince } from '#insights/runs/event-rows.ts'
import { actorsOf, type FunnelActors } from '#insights/runs/run-actors.ts'
import { eventValues } from '#sql/event-values.ts'
import { eventsOf } from '#sql/events.ts'
import { groupsOf } from '#sql/groups.ts'
import { personsOf } from '#sql/persons.ts'
import type { CorrelationPlan } from './plan.ts'
import { populationRows } from './population.ts'
import type { FunnelPopulation } from './population-walk.ts'
import type { LookedAt } from './query.ts'
import { stepNames } from './step-names.ts'

/**
 * Selects the items that the actors of the population have. The columns are `actor`, its `key` in lists of
 * people, `has_converted`, the `name` of the item, and its `property` and `value` if it has them. There is a
 * row for each event or property in which the item is found. The numbers of a correlation, and the people
 * behind them, come from these rows.
 */
export function itemsOfActors(plan: CorrelationPlan, population: FunnelPopulation): Fragment {
  const members = populationRows(population, plan.funnel.rule.windowMs)
  const { lookedAt } = plan
  if (lookedAt.kind === 'properties' && lookedAt.names !== 'all')
    return namedProperties(plan, lookedAt, lookedAt.names, members)
  if (lookedAt.kind === 'properties')
    return sql`SELECT
  ${ITEM_COLUMNS}
FROM (
  ${propertiesOfSubjects(plan, lookedAt)}
) AS had
INNER JOIN (
  ${members}
) AS members ON had.actor = members.actor`
  return sql`SELECT
  ${ITEM_COLUMNS}
FROM (
  ${eventsLookedAt(plan, lookedAt)}
) AS had
INNER JOIN (
  ${members}
) AS members ON had.actor = members.actor
WHERE at > after_ms AND at < before_ms`
}

const ITEM_COLUMNS = sql`had.actor AS actor,
key,
has_converted,
name,
property,
value`

type OfEvents = Exclude<LookedAt, { kind: 'properties' }>

function eventsLookedAt(plan: CorrelationPlan, lookedAt: OfEvents): Fragment {
  const { funnel } = plan
  const values = eventValues(funnel.scope)
  const actors = actorsOf(funnel, values)
  const named =
    lookedAt.kind === 'events'
      ? namesExcept([...stepNames(plan), ...lookedAt.excludedEvents])
      : [sql`event IN ${bound('Array(String)', lookedAt.events)}`]
  const columns = sql`${actors.number} AS actor,
${keyOf(actors)} AS key,
toFloat64(${msSince(funnel.period)}) AS at`
  const from = () =>
    eventsOf(funnel.projectId, funnel.period, [...actors.conditions, ...named], values.joins())
  if (lookedAt.kind === 'events')
    return sql`-- the events that are looked at
SELECT
  ${columns},
  CAST(event, 'String') AS name,
  '' AS property,
  '' AS value
${from()}`
  return sql`-- each property of the events that are looked at
SELECT
  actor,
  key,
  at,
  pair.1 AS property,
  ${VALUE} AS value,
  concat(event_name, '::', property, '::', value) AS name
FROM (
  SELECT
    ${columns},
    CAST(event, 'String') AS event_name,
    ${PAIRS}
  ${from()}
)
WHERE ${HAS_VALUE}${except(lookedAt.excludedProperties)}`
}

const namesExcept = (names: readonly string[]): Fragment[] => [
  sql`event NOT IN ${bound('Array(String)', [...new Set(names)].sort())}`,
]

const keyOf = ({ key, number }: FunnelActors) => key ?? number

/** A row for each property, with its value as JSON. */
const PAIRS = sql`arrayJoin(JSONExtractKeysAndValuesRaw(properties_raw)) AS pair`
const VALUE = sql`if(startsWith(pair.2, '"'), JSONExtractString(pair.2), pair.2)`
/** Condition that a value is neither an object nor a list. Objects and lists make no item. */
const HAS_NO_PARTS = sql`NOT startsWith(pair.2, '{') AND NOT startsWith(pair.2, '[')`
const HAS_VALUE = sql`pair.2 != 'null' AND ${HAS_NO_PARTS}`
const except = (names: readonly string[]): Fragment =>
  names.length === 0 ? sql`` : sql` AND pair.1 NOT IN ${bound('Array(String)', names)}`

type OfProperties = Extract<LookedAt, { kind: 'properties' }>

/** Selects the persons or groups as they are now, with a column of their properties. */
const subjectsWith = ({ funnel }: CorrelationPlan, { on }: OfProperties, column: Fragment): Fragment =>
  on === 'person'
    ? sql`SELECT
  person AS actor,
  person AS key,
  ${column}
${personsOf(funnel.projectId, [])}`
    : sql`SELECT
  cityHash64(group_key) AS actor,
  group_key AS key,
  ${column}
${groupsOf(funnel.projectId, [sql`group_type_index = ${numeral(on.group)}`])}`

/**
 * Selects the items of the properties that the question names. An actor without the property, such as a
 * person without known properties, has the item of an empty value.
 */
function namedProperties(
  plan: CorrelationPlan,
  lookedAt: OfProperties,
  names: readonly string[],
  members: Fragment,
): Fragment {
  const { on, excludedNames } = lookedAt
  const left = names.filter((name) => !excludedNames.includes(name))
  // The cast gives an empty array a type. Without the type, the elements of the array could not be compared.
  const asked = sql`CAST(${bound('Array(String)', left)}, 'Array(String)')`
  const pairs = sql`arrayMap(one -> (one, JSONExtractRaw(properties_raw, one)), ${asked}) AS pairs`
  const key = on === 'person' ? sql`members.actor` : sql`had.key`
  return sql`SELECT
  actor,
  key,
  has_converted,
  concat(property, '::', value) AS name,
  pair.1 AS property,
  if(pair.2 = 'null', '', ${VALUE}) AS value
FROM (
  SELECT
    members.actor AS actor,
    ${key} AS key,
    has_converted,
    arrayJoin(if(empty(pairs), arrayMap(one -> (one, ''), ${asked}), pairs)) AS pair
  FROM (
    ${subjectsWith(plan, lookedAt, pairs)}
  ) AS had
  RIGHT JOIN (
    ${members}
  ) AS members ON had.actor = members.actor
)
WHERE ${HAS_NO_PARTS}`
}

/** Selects every property of persons or groups, except the excluded ones. */
function propertiesOfSubjects(plan: CorrelationPlan, lookedAt: OfProperties): Fragment {
  return sql`-- each property that is looked at
SELECT
  actor,
  key,
  pair.1 AS property,
  ${VALUE} AS value,
  concat(property, '::', value) AS name
FROM (
  ${subjectsWith(plan, lookedAt, PAIRS)}
)
WHERE ${HAS_VALUE}${except(lookedAt.excludedNames)}`
}
