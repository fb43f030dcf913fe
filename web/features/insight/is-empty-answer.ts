import type { QueryNode } from '#web/api/query-node.ts'
import type { Results, Schema } from '#web/api/results.ts'

/** An item with counts, such as those of trends and funnels. */
type CountedItem = Schema<
  'TrendItem' | 'StickinessItem' | 'LifecycleItem' | FunnelItem | 'RetentionItem' | 'PathItem'
>
type FunnelItem = 'FunnelStep' | 'FunnelTrendItem'

const OVER_TIME = ['TrendsQuery', 'StickinessQuery', 'LifecycleQuery']
const isZero = (value: number | undefined) => value === 0 || value === undefined

/**
 * Whether nothing matches a question, so that its answer has no items or only zeros. Always false for SQL,
 * because a statement may rightly return no rows, and its answer says so itself.
 */
export function isEmptyAnswer({ kind }: Pick<QueryNode, 'kind'>, results: Results | null): boolean {
  if (!Array.isArray(results) || kind === 'HogQLQuery') return false
  const items = itemsOf(results)
  if (OVER_TIME.includes(kind)) return items.every(hasNothing)
  if (kind === 'FunnelsQuery') return items.every(hasNoBeginner)
  if (kind === 'RetentionQuery')
    return items.every((item) => 'values' in item && isZero(item.values[0]?.count))
  return kind === 'PathsQuery' && items.length === 0
}

/**
 * Returns the items of an answer. For a funnel with a breakdown, these are the steps of all of its values.
 */
const itemsOf = (results: Results | null): readonly CountedItem[] =>
  Array.isArray(results) ? results.flat().filter(isItem) : []

const isItem = (item: unknown): item is CountedItem =>
  typeof item === 'object' && item !== null && !Array.isArray(item)

/**
 * Whether a step of a funnel shows that nobody began: it is the first step with a count of zero, or any
 * later step. False for items with rates or times, which have no such count.
 */
const hasNoBeginner = (item: CountedItem) => 'order' in item && (item.order !== 0 || isZero(item.count))

const hasNothing = (item: CountedItem) =>
  'data' in item && isZero(wholeOf(item)) && item.data.every((value) => isZero(value))

const wholeOf = (item: CountedItem) => ('aggregated_value' in item ? item.aggregated_value : undefined)

/**
 * Returns a number that says how much an answer has found: the count of a trend, the number of paths that
 * begin, the actors in the first step of a funnel, or the actors who start a retention.
 */
export const totalOf = (results: Results | null): number =>
  itemsOf(results).reduce((sum, item) => sum + numberOf(item), 0)

function numberOf(item: CountedItem): number {
  if ('values' in item) return item.values[0]?.count ?? 0
  if ('source' in item) return item.source.startsWith('1_') ? item.value : 0
  if ('order' in item && item.order > 0) return 0
  return wholeOf(item) ?? item.count
}
