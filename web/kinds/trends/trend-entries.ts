import type { Schema } from '#web/api/results.ts'

export type TrendItem = Schema<'TrendItem'>
export type BoxPlotDatum = Schema<'BoxPlotDatum'>

/** A series, or one value of its breakdown, with its item in the current period and in the earlier one. */
export interface TrendEntry {
  /** The name of the entry. If several entries have this name, a number follows it. */
  readonly key: string
  readonly name: string
  /** Identifies the entry also in other answers about the same series. */
  readonly id: string
  readonly item: TrendItem
  readonly before: TrendItem | null
}

const WORDS: readonly (readonly [string, string])[] = [
  ['Other (i.e. all remaining values)', 'Other'],
  ['None (i.e. no value)', 'none'],
]

/**
 * Returns the name of an item. The label of a formula does not contain the breakdown value, so the value is
 * added to it. If there is only one formula, the name is the breakdown value alone.
 */
function nameOf(item: TrendItem, isOneFormula: boolean): string {
  const { action, label, breakdown_value, breakdown_label = label } = item
  if (breakdown_value === undefined) return action?.custom_name || label
  const ofFormula = isOneFormula ? breakdown_label : `${label} - ${breakdown_label}`
  return WORDS.reduce(
    (text, [long, short]) => text.replaceAll(long, short),
    action === null ? ofFormula : label,
  )
}

/**
 * Pairs the items of the current period with the items of the earlier period. The entries are in the order of
 * the answer.
 */
export function trendEntries(items: readonly TrendItem[]): TrendEntry[] {
  const current = withIds(items.filter(({ compare_label }) => compare_label !== 'previous'))
  const before = new Map(withIds(items.filter(({ compare_label }) => compare_label === 'previous')))
  const uses = new Map<string, number>()
  const isOneFormula = new Set(items.map(({ label }) => label)).size === 1
  return current.map(([id, item]) => {
    const name = nameOf(item, isOneFormula)
    const use = (uses.get(name) ?? 0) + 1
    uses.set(name, use)
    return { key: use === 1 ? name : `${name} (${use})`, name, id, item, before: before.get(id) ?? null }
  })
}

/**
 * Gives each item an id. Formulas have no series number, so formulas with equal labels are told apart by
 * their order.
 */
function withIds(items: readonly TrendItem[]): [string, TrendItem][] {
  const uses = new Map<string, number>()
  return items.map((item) => {
    const id = JSON.stringify([item.action?.order ?? 'formula', item.label, item.breakdown_value ?? null])
    const use = (uses.get(id) ?? 0) + 1
    uses.set(id, use)
    return [`${id}${use}`, item]
  })
}
