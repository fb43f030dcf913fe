import type { Table } from '#insights/kind.ts'
import { toldApart } from '#query/told-apart.ts'
import type { FunnelItem, FunnelTimesItem, FunnelTrendItem } from './items.ts'
import { rowName } from './row-items.ts'
import type { FunnelStepItem } from './step-items.ts'

/** The items of a funnel by their visualisation. Without an item it is steps. */
export type FunnelItems =
  | { readonly kind: 'steps'; readonly rows: readonly (readonly FunnelStepItem[])[] }
  | { readonly kind: 'trends'; readonly rows: readonly FunnelTrendItem[] }
  | { readonly kind: 'times'; readonly rows: readonly FunnelTimesItem[] }

/** The steps of a funnel without a breakdown are one row. */
export function itemsByKind(items: readonly FunnelItem[]): FunnelItems {
  const trends = items.flatMap((item) => ('data' in item ? [item] : []))
  const times = items.flatMap((item) => ('bins' in item ? [item] : []))
  if (trends.length > 0) return { kind: 'trends', rows: trends }
  if (times.length > 0) return { kind: 'times', rows: times }
  const steps = items.flatMap((item) => ('action_id' in item ? [item] : []))
  const rows = items.flatMap((item) => (Array.isArray(item) ? [item] : []))
  return { kind: 'steps', rows: steps.length > 0 ? [steps] : rows }
}

/** The name of a row of trends or times that have no breakdown. */
export const CONVERSION = 'Conversion'

/** A row for each step, for each row of trends, or for each bin. */
export function funnelTable(items: readonly FunnelItem[]): Table {
  const found = itemsByKind(items)
  if (found.kind === 'trends') return trendsTable(found.rows)
  return found.kind === 'times' ? timesTable(found.rows) : stepsTable(found.rows)
}

/** The names of the steps of a row; steps of one name are told apart by their numbers. */
const stepNames = (steps: readonly FunnelStepItem[]): string[] =>
  toldApart(
    steps.map((item, place) => ({
      name: item.custom_name ?? item.name,
      qualifiers: [`step ${place + 1}`],
    })),
  )

const stepsTable = (rows: readonly (readonly FunnelStepItem[])[]): Table => ({
  columns: [
    'name',
    'breakdown_value',
    'action_id',
    'count',
    'median_conversion_time (seconds)',
    'average_conversion_time (seconds)',
  ],
  rows: rows.flatMap((steps) => {
    const names = stepNames(steps)
    return steps.map((item, place) => [
      names[place],
      rowName(item),
      item.action_id,
      item.count,
      item.median_conversion_time,
      item.average_conversion_time,
    ])
  }),
})

const trendsTable = (rows: readonly FunnelTrendItem[]): Table => ({
  columns: ['series', ...(rows[0]?.labels ?? [])],
  rows: rows.map((item) => [rowName(item) ?? CONVERSION, ...item.data]),
})

/** The column of the breakdown, which times leave out, stays empty: programs read the others by their place. */
const timesTable = (rows: readonly FunnelTimesItem[]): Table => ({
  columns: ['breakdown_value', 'bin', 'value'],
  rows: rows.flatMap(({ bins }) => bins.map((bin) => [null, ...bin])),
})
