import type { FunnelItem, TrendItem } from '#contract/computation.ts'
import type { CsvTable } from './csv-text.ts'
import { funnelTable } from './funnel-table.ts'
import { trendTable } from './trend-table.ts'

/** An insight has its items in `results`, a computation that is not kept in `result`. */
type Computed = { readonly results: unknown } | { readonly result: unknown }

/** What was computed, as the table of its kind. Null, when nothing was, is a trend without series. */
export function resultTable(body: Computed): CsvTable {
  const items = (('results' in body ? body.results : body.result) ?? []) as TrendItem[] | FunnelItem[]
  return isFunnel(items) ? funnelTable(items) : trendTable(items)
}

const isFunnel = (items: readonly object[]): items is FunnelItem[] =>
  items[0] !== undefined && 'action_id' in items[0]
