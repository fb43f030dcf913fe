import { type EventValues, eventValues } from '#sql/event-values.ts'
import { eventsOf } from '#sql/events.ts'
import { groupConditions } from '#sql/filters.ts'
import { and, bound, type Fragment, join, or, sql, text } from '#sql/fragment.ts'
import { groupKeyOf } from '#sql/groups.ts'
import { matchesLike, replacesRegex } from '#sql/pattern.ts'
import { personOf } from '#sql/person-roots.ts'
import type { CleaningRule } from './cleaning-rules.ts'
import { withinSpans } from './funnel-spans.ts'
import type { IncludedEvents } from './included-events.ts'
import type { ItemRules } from './item-rules.ts'
import type { PathsPlan } from './plan.ts'
import type { FunnelSpans } from './spans-walk.ts'

/**
 * A query for the events that become items: `actor`, `ms` (the instant) and `item`, its final text. With spans only those of the actors of a funnel's
 * step, in the time around it.
 */
export function eventItems(plan: PathsPlan, spans: FunnelSpans | null): Fragment {
  const { rules } = plan
  return sql`SELECT
  actor,
  ms,
  item
FROM (
  ${groupedItems(rules.groupings, cleanedItems(rules, itemsWithin(plan, spans)))}
)
WHERE ${and([
    sql`item != ''`,
    ...(rules.excluded.length === 0 ? [] : [sql`item NOT IN ${bound('Array(String)', rules.excluded)}`]),
  ])}`
}

function itemsWithin(plan: PathsPlan, spans: FunnelSpans | null): Fragment {
  const items = namedItems(plan)
  if (spans === null) return items
  const actorNumber = plan.query.groupTypeIndex === null ? sql`items.actor` : sql`cityHash64(items.actor)`
  return withinSpans(items, actorNumber, spans, plan)
}

function namedItems(plan: PathsPlan): Fragment {
  const { projectId, hasMerges, period, filter, scope } = plan
  const { groupTypeIndex, included } = plan.query
  const values = eventValues(scope)
  const item = itemOf(included, values)
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
const NAME = sql`CAST(event, 'String')`

/** The item of an event that is included, empty where it has none. */
function itemOf({ pageviews, screens, customEvents, others }: IncludedEvents, values: EventValues): Fragment {
  // Without a cast a known property stays one of few texts, each of which is looked at once.
  const property = (key: string) => sql`ifNull(${values.text({ on: 'event', key })}, '')`
  const isNamed = customEvents !== 'all' && customEvents.length > 0
  const cases = [
    ...(pageviews ? [sql`event = '$pageview'`, withoutSlash(property('$current_url'))] : []),
    ...(screens ? [sql`event = '$screen'`, property('$screen_name')] : []),
    ...(customEvents === 'all' ? [IS_CUSTOM, NAME] : []),
    ...(isNamed ? [sql`event IN ${bound('Array(String)', customEvents)}`, NAME] : []),
  ]
  // Where nothing else is included the last case needs no condition.
  if (others === null) return multiIf(cases.slice(0, -2), cases.at(-1) ?? NAME)
  return multiIf(
    cases,
    others === 'name'
      ? NAME
      : sql`CAST(ifNull(${values.text({ on: 'hogql', expression: others })}, ''), 'String')`,
  )
}

/** Conditions, each with its value behind it. */
const multiIf = (cases: readonly Fragment[], last: Fragment): Fragment =>
  cases.length === 0 ? last : sql`multiIf(${join([...cases, last], sql`, `)})`

const withoutSlash = (url: Fragment): Fragment =>
  sql`if(endsWith(${url}, '/') AND length(${url}) > 1, left(${url}, -1), ${url})`

/** In a LowCardinality a pattern sees each text of a block once. */
function cleanedItems({ cleaning, groupings }: ItemRules, items: Fragment): Fragment {
  if (cleaning.length === 0 && groupings.length === 0) return items
  return sql`-- the cleaned items
SELECT
  actor,
  ms,
  ${cleaning.reduce(cleanedBy, sql`toLowCardinality(item)`)} AS item
FROM (
  ${items}
)`
}

const cleanedBy = (item: Fragment, { regex, alias }: CleaningRule): Fragment =>
  replacesRegex(item, regex, alias)

function groupedItems(groupings: readonly string[], items: Fragment): Fragment {
  if (groupings.length === 0) return items
  const cases = groupings.map(
    (grouping) => sql`${matchesLike(sql`item`, likeOf(grouping), false)}, ${text(grouping)}`,
  )
  return sql`-- the first grouping that an item is like takes its place
SELECT
  actor,
  ms,
  multiIf(${join([...cases, sql`item`], sql`, `)}) AS item
FROM (
  ${items}
)`
}

/** The wildcard `*` as that of SQL; all other characters stand for themselves. */
const likeOf = (grouping: string) => grouping.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '%')
