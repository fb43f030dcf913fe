import { type EventValues, eventValues } from '#sql/event-values.ts'
import { eventsOf } from '#sql/events.ts'
import { groupConditions } from '#sql/filters.ts'
import { bound, type Fragment, join, or, sql } from '#sql/fragment.ts'
import { groupKeyOf } from '#sql/groups.ts'
import { personOf } from '#sql/person-roots.ts'
import { withinSpans } from './funnel-spans.ts'
import type { IncludedEvents } from './included-events.ts'
import type { PathsPlan } from './plan.ts'
import type { FunnelSpans } from './spans-walk.ts'

/** The column `item` of a text as it is read, or of what is computed of it there. */
export type Form = (text: Fragment) => Fragment

/**
 * A query for the events that become items: `actor`, `ms` (the instant) and `item`, before any rule. With spans only those of the actors of a funnel's
 * step, in the time around it.
 */
export function namedItems(plan: PathsPlan, spans: FunnelSpans | null, form: Form): Fragment {
  const items = itemsOfAll(plan, form)
  if (spans === null) return items
  const actorNumber = plan.query.groupTypeIndex === null ? sql`items.actor` : sql`cityHash64(items.actor)`
  return withinSpans(items, actorNumber, spans, plan)
}

function itemsOfAll(plan: PathsPlan, form: Form): Fragment {
  const { projectId, hasMerges, period, filter, scope } = plan
  const { groupTypeIndex, included } = plan.query
  const values = eventValues(scope)
  const item = itemOf(included, values, form)
  const group = groupTypeIndex === null ? null : groupKeyOf(groupTypeIndex)
  return sql`-- the events of the question, each as an item
SELECT
  ${group ?? personOf(projectId, hasMerges)} AS actor,
  toUnixTimestamp64Milli(ts) AS ms,
  ${item} AS item
${eventsOf(
  projectId,
  period,
  [
    ...isIncluded(included),
    ...groupConditions(filter, scope),
    ...(group === null ? [] : [sql`notEmpty(${group})`]),
  ],
  values.joins(),
)}`
}

function isIncluded({ pageviews, screens, customEvents, others }: IncludedEvents): Fragment[] {
  if (others !== null) return []
  const names = [...(pageviews ? ['$pageview'] : []), ...(screens ? ['$screen'] : [])]
  const named = [...names, ...(customEvents === 'all' ? [] : customEvents)]
  return [
    or([
      ...(named.length === 0 ? [] : [sql`event IN ${bound('Array(String)', named)}`]),
      ...(customEvents === 'all' ? [IS_CUSTOM] : []),
    ]),
  ]
}

const IS_CUSTOM = sql`NOT startsWith(event, '$')`

/** The item of an event that is included, of an empty text where it has none. */
function itemOf(
  { pageviews, screens, customEvents, others }: IncludedEvents,
  values: EventValues,
  form: Form,
): Fragment {
  const property = (key: string) => values.textOrEmpty({ on: 'event', key })
  // Without a cast a name stays one of few texts, each of which is hashed once for many rows: 9 against 57 ms for 1.5 million.
  const name = form(sql`event`)
  const isNamed = customEvents !== 'all' && customEvents.length > 0
  const cases = [
    ...(pageviews ? [sql`event = '$pageview'`, withoutSlash(property('$current_url'), form)] : []),
    ...(screens ? [sql`event = '$screen'`, form(property('$screen_name'))] : []),
    ...(customEvents === 'all' ? [IS_CUSTOM, name] : []),
    ...(isNamed ? [sql`event IN ${bound('Array(String)', customEvents)}`, name] : []),
  ]
  // Where nothing else is included the last case needs no condition.
  if (others === null) return multiIf(cases.slice(0, -2), cases.at(-1) ?? name)
  return multiIf(
    cases,
    others === 'name'
      ? name
      : form(sql`CAST(${values.textOrEmpty({ on: 'hogql', expression: others })}, 'String')`),
  )
}

/** Conditions, each with its value behind it. */
const multiIf = (cases: readonly Fragment[], last: Fragment): Fragment =>
  cases.length === 0 ? last : sql`multiIf(${join([...cases, last], sql`, `)})`

const withoutSlash = (url: Fragment, form: Form): Fragment =>
  sql`if(endsWith(${url}, '/') AND length(${url}) > 1, ${form(sql`left(${url}, -1)`)}, ${form(url)})`
