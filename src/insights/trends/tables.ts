import type { Table } from '#insights/kind.ts'
import type { Picture } from '#insights/picture.ts'
import type { TrendItem } from './items.ts'

// The label of a row of a breakdown has the name of its series already.
const nameOf = ({ action, label, breakdown_value, compare_label }: TrendItem) =>
  [
    breakdown_value === undefined ? (action?.custom_name ?? label) : label,
    ...(compare_label === undefined ? [] : [compare_label]),
  ].join(' - ')

/** The dates of the period with the most. */
const longestLabels = (items: readonly TrendItem[]): readonly string[] =>
  items.reduce<readonly string[]>(
    (longest, { labels }) => (labels.length > longest.length ? labels : longest),
    [],
  )

const areTotals = (items: readonly TrendItem[]) => items.some((item) => item.aggregated_value !== undefined)

/** A row for each item, with a column for each date or for the value of the whole range. Without an item there are no dates either. */
export function trendTable(items: readonly TrendItem[]): Table {
  if (areTotals(items))
    return { columns: ['series', 'total'], rows: items.map((item) => [nameOf(item), item.aggregated_value]) }
  const labels = longestLabels(items)
  return {
    columns: ['series', ...labels],
    rows: items.map((item) => [nameOf(item), ...labels.map((_, i) => item.data[i] ?? null)]),
  }
}

/** A line for each item and a row for each date; or a bar and a row for each value of the whole range. */
export function trendPicture(items: readonly TrendItem[]): Picture {
  if (areTotals(items)) return totalsPicture(items)
  const labels = longestLabels(items)
  if (labels.length === 0) return null
  return {
    chart: {
      form: 'lines',
      labels,
      series: items.map((item) => ({ name: nameOf(item), values: item.data })),
    },
    table: {
      columns: [
        { title: 'Date', format: 'date' },
        ...items.map((item) => ({ title: nameOf(item), format: 'number' as const })),
      ],
      rows: labels.map((date, i) => [date, ...items.map(({ data }) => data[i] ?? null)]),
    },
  }
}

const totalsPicture = (items: readonly TrendItem[]): Picture => ({
  chart: {
    form: 'stacked bars',
    labels: items.map(nameOf),
    series: [{ name: 'Total', values: items.map((item) => item.aggregated_value ?? 0) }],
  },
  table: {
    columns: [
      { title: 'Series', format: 'text' },
      { title: 'Total', format: 'number' },
    ],
    rows: items.map((item) => [nameOf(item), item.aggregated_value ?? null]),
  },
})
