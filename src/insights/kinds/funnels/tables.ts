import type { Table } from '#insights/kind/kind.ts'
import { toldApart } from '#query/told-apart.ts'
import type { FunnelItem, FunnelTimesItem, FunnelTrendItem } from './items.ts'
import { rowName } from './row-items.ts'
import type { FunnelStepItem } from './step-items.ts'

/** The items of a funnel by their visualisation. No items at all count as steps. */
export type FunnelItems =
  | { readonly kind: 'steps'; readonly rows: readonly (readonly FunnelStepItem[])[] }
  | { readonly kind: 'trends'; readonly rows: readonly FunnelTrendItem[] }
  | { readonly kind: 'times'; readonly rows: readonly FunnelTimesItem[] }

/** Finds the visualisation of the items. The steps of a funnel without a breakdown are one row. */
export function itemsByKind(items: readonly FunnelItem[]): FunnelItems {
  const trends = items.flatMap((item) => ('data' in item ? [item] : []))
  const times = items.flatMap((item) => ('bins' in item ? [item] : []))
  if (trends.length > 0) return { kind: 'trends', rows: trends }
  if (times.length > 0) return { kind: 'times', rows: times }
  const steps = items.flatMap((item) => ('action_id' in item ? [item] : []))
  const rows = items.flatMap((item) => (Array.isArray(item) ? [item] : []))
  return { kind: 'steps', rows: steps.length > 0 ? rowsOfPeriods(steps) : rows }
}

/** Returns the steps of each period of a comparison as a row. */
function rowsOfPeriods(steps: readonly FunnelStepItem[]): (readonly FunnelStepItem[])[] {
  const earlier = steps.filter((step) => step.compare_label === 'previous')
  return earlier.length === 0 ? [steps] : [steps.filter((step) => step.compare_label !== 'previous'), earlier]
}

/** The name of a row of trends or times that have no breakdown. */
export const CONVERSION = 'Conversion'

/** Returns the name of a row of trends. In a comparison it includes the period. */
export function trendName(item: FunnelTrendItem): string {
  const name = rowName(item) ?? CONVERSION
  return item.compare_label === undefined ? name : `${name} - ${item.compare_label}`
}

/**
 * Returns the dates of the current period, followed by the numbers of the intervals that only the earlier
 * period has.
 */
export function trendDates(rows: readonly FunnelTrendItem[]): string[] {
  const [first] = rows
  const length = Math.max(0, ...rows.map(({ labels }) => labels.length))
  return Array.from({ length }, (_, i) => first?.labels[i] ?? String(i + 1))
}

/** Returns the dates of the earlier period; null without a comparison. */
export const earlierDates = (rows: readonly FunnelTrendItem[]): readonly string[] | null =>
  rows.find((item) => item.compare_label === 'previous')?.labels ?? null

/**
 * The name of the row of earlier dates. It has the form of the names of other rows, so the rows of both
 * periods read alike.
 */
export const DATES = 'Dates - previous'

/** Returns a table with a row for each step, for each row of trends, or for each bin. */
export function funnelTable(items: readonly FunnelItem[]): Table {
  const found = itemsByKind(items)
  if (found.kind === 'trends') return trendsTable(found.rows)
  return found.kind === 'times' ? timesTable(found.rows) : stepsTable(found.rows)
}

/** Returns the names of the steps of a row. Steps with the same name are told apart by their numbers. */
const stepNames = (steps: readonly FunnelStepItem[]): string[] =>
  toldApart(
    steps.map((item, place) => ({
      name: item.custom_name ?? item.name,
      qualifiers: [`step ${place + 1}`],
    })),
  )

/** Returns the table of steps. A comparison adds the column of the period. */
const stepsTable = (rows: readonly (readonly FunnelStepItem[])[]): Table => ({
  columns: [
    'name',
    'breakdown_value',
    'action_id',
    'count',
    'median_conversion_time (seconds)',
    'average_conversion_time (seconds)',
    ...(isCompared(rows) ? ['compare_label'] : []),
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
      ...(item.compare_label === undefined ? [] : [item.compare_label]),
    ])
  }),
})

const isCompared = (rows: readonly (readonly FunnelStepItem[])[]): boolean =>
  rows.some(([step]) => step?.compare_label !== undefined)

/**
 * Returns a table in the form of the table of trends. In a comparison, the last row has the dates of the
 * earlier period.
 */
function trendsTable(rows: readonly FunnelTrendItem[]): Table {
  const [dates, earlier] = [trendDates(rows), earlierDates(rows)]
  const rowOf = (name: string, cells: readonly unknown[]) => [name, ...dates.map((_, i) => cells[i] ?? null)]
  return {
    columns: ['series', ...dates],
    rows: [
      ...rows.map((item) => rowOf(trendName(item), item.data)),
      ...(earlier === null ? [] : [rowOf(DATES, earlier)]),
    ],
  }
}

/**
 * Returns the table of times. Times have no breakdown, but its column stays, without values, because
 * programs read the other columns by their position.
 */
const timesTable = (rows: readonly FunnelTimesItem[]): Table => ({
  columns: ['breakdown_value', 'bin', 'value'],
  rows: rows.flatMap(({ bins }) => bins.map((bin) => [null, ...bin])),
})
