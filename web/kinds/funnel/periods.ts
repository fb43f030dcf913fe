import type { FunnelItem, FunnelStepItem, FunnelTrendItem } from './funnel-rows.ts'

const WORDS = { current: 'This period', previous: 'Previous period' } as const

/**
 * Returns the items of a comparison in the form that a breakdown has, with one row for each period. Items
 * without a comparison are unchanged.
 */
export function byPeriod(items: readonly FunnelItem[]): readonly FunnelItem[] {
  const lines = items.flatMap((item) => ('data' in item ? named(item) : []))
  if (lines.length > 0) return lines
  const steps = items.flatMap((item) => ('order' in item ? named(item) : []))
  if (steps.length === 0) return items
  return (['current', 'previous'] as const)
    .map((period) => steps.filter((step) => step.compare_label === period))
    .filter((row) => row.length > 0)
}

/**
 * Returns the item with its period as if it were the value of a breakdown; nothing for an item without a
 * period.
 */
const named = <Item extends FunnelStepItem | FunnelTrendItem>(item: Item) =>
  item.compare_label === undefined ? [] : [{ ...item, breakdown: WORDS[item.compare_label] }]
