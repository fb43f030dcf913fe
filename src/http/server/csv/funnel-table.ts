import type { FunnelItem } from '#contract/computation.ts'
import type { CsvTable } from './csv-text.ts'

type Step = Omit<FunnelItem, 'order'>

/** A row for each step. */
export const funnelTable = (items: readonly Step[]): CsvTable => ({
  columns: [
    'name',
    'breakdown_value',
    'action_id',
    'count',
    'median_conversion_time (seconds)',
    'average_conversion_time (seconds)',
  ],
  rows: items.map((item) => [
    item.custom_name ?? item.name,
    null,
    item.action_id,
    item.count,
    item.median_conversion_time,
    item.average_conversion_time,
  ]),
})
