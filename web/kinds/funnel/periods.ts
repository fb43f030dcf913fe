interface PeriodItem {
  readonly compare_label?: 'current' | 'previous'
}

const WORDS = { current: 'This period', previous: 'Previous period' } as const

/**
 * Turns the items of a comparison into rows as a breakdown has them: one row for each period. Returns other
 * items unchanged.
 */
export function byPeriod(items: readonly unknown[]): readonly unknown[] {
  const compared = items.filter(isOfPeriod)
  if (compared.length === 0) return items
  const named = compared.map((item) => ({ ...item, breakdown: WORDS[item.compare_label] }))
  if (named.every((item) => 'data' in item)) return named
  return (['current', 'previous'] as const)
    .map((period) => named.filter((item) => item.compare_label === period))
    .filter((steps) => steps.length > 0)
}

const isOfPeriod = (item: unknown): item is Required<PeriodItem> =>
  typeof item === 'object' && item !== null && (item as PeriodItem).compare_label !== undefined
