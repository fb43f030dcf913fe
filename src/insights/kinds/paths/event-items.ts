import { and, bound, type Fragment, join, sql, text } from '#fragments/fragment.ts'
import { matchesLike, replacesRegex } from '#fragments/pattern.ts'
import type { CleaningRule } from '#query/path-cleaning.ts'
import type { ItemRules } from './item-rules.ts'
import { namedItems } from './named-items.ts'
import type { PathsPlan } from './plan.ts'
import type { FunnelSpans } from './spans-walk.ts'

/**
 * Returns the id that an item has inside a query, a number of 58 bits. Items of the same millisecond are
 * ordered by their ids.
 */
export const idOf = (item: Fragment): Fragment => sql`bitShiftRight(xxh3(${item}), 6)`

/**
 * Returns a query of the events that become items. Its columns are `actor`, `ms` (the instant) and `item`,
 * the final text of the item. If `spans` are given, it has only events of the actors at a step of a funnel,
 * and only those within the span of their actor.
 */
export function eventItems(plan: PathsPlan, spans: FunnelSpans | null): Fragment {
  const { rules } = plan
  return sql`SELECT
  actor,
  ms,
  item
FROM (
  ${groupedItems(
    rules.groupings,
    cleanedItems(
      rules,
      namedItems(plan, spans, (text) => text),
    ),
  )}
)
WHERE ${and([
    sql`item != ''`,
    ...(rules.excluded.length === 0 ? [] : [sql`item NOT IN ${bound('Array(String)', rules.excluded)}`]),
  ])}`
}

/**
 * Returns a query of the events of `eventItems`. In place of the text of an item it has `id`, the id of the
 * item. If no rule needs the texts, they are hashed when they are read, and the engine copies no text.
 * Computing all edges then takes 5 to 8 % less CPU.
 */
export function eventIds(plan: PathsPlan, spans: FunnelSpans | null): Fragment {
  const { cleaning, groupings, excluded } = plan.rules
  // The spans of a funnel leave out most events, so the texts are hashed after the spans are applied. If all
  // texts were hashed first, paths after step 3 of a funnel took 1.16 times as much CPU.
  if (spans !== null || cleaning.length + groupings.length + excluded.length > 0)
    return sql`SELECT
  actor,
  ms,
  ${idOf(sql`item`)} AS id
FROM (
  ${eventItems(plan, spans)}
)`
  return sql`SELECT
  actor,
  ms,
  item AS id
FROM (
  ${namedItems(plan, null, idOf)}
)
WHERE id != ${idOf(sql`''`)}`
}

/**
 * Applies the cleaning rules. A pattern examines each text of a block only once, because the texts are
 * LowCardinality.
 */
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
  return sql`-- the first grouping that an item fits takes its place
SELECT
  actor,
  ms,
  multiIf(${join([...cases, sql`item`], sql`, `)}) AS item
FROM (
  ${items}
)`
}

/**
 * Turns the wildcard `*` into the wildcard of SQL. All other characters stand for themselves. A grouping
 * with a wildcard can match any part of an item: an item is a whole address, but the author of a grouping
 * has only a path in mind.
 */
const likeOf = (grouping: string) =>
  (grouping.includes('*') ? `*${grouping}*` : grouping)
    .replaceAll(/[\\%_]/g, String.raw`\$&`)
    .replaceAll(/\*+/g, '%')
