import type { TrendItem } from '#contract/computation.ts'
import type { CsvTable } from './csv-text.ts'

type Series = Pick<TrendItem, 'label' | 'labels' | 'data'> & { action: { custom_name: string | null } }

/** A row for each series, a column for each date. Without a series there are no dates either. */
export const trendTable = (items: readonly Series[]): CsvTable => ({
  columns: ['series', ...(items[0]?.labels ?? [])],
  rows: items.map(({ action, label, data }) => [action.custom_name ?? label, ...data]),
})
