import { itemNames } from '#insights/kind/item-names.ts'
import type { Table } from '#insights/kind/kind.ts'
import type { Picture, PictureTable } from '#insights/kind/picture.ts'
import type { TrendItem } from './items.ts'

/**
 * Returns the name of an item. The label of a row of a breakdown has the name of its series already; the
 * label of a formula lacks the row.
 */
function nameOf({ action, label, breakdown_label }: TrendItem): string {
  if (breakdown_label === undefined) return action?.custom_name ?? label
  return action === null ? `${label} - ${breakdown_label}` : label
}

const areTotals = (items: readonly TrendItem[]) => items.some((item) => item.aggregated_value !== undefined)

const longestLabels = (items: readonly TrendItem[]): readonly string[] =>
  items.reduce<readonly string[]>(
    (longest, { labels }) => (labels.length > longest.length ? labels : longest),
    [],
  )

/** The items of a period, with their names and the dates of the period. */
interface ShownPeriod {
  readonly labels: readonly string[]
  readonly items: readonly (TrendItem & { readonly shownName: string })[]
}

/**
 * Returns the current period, and the earlier one if they are compared. Each has its own dates, and they
 * may differ in number.
 */
function periodsOf(items: readonly TrendItem[]): [ShownPeriod, ...ShownPeriod[]] {
  const names = itemNames(items, nameOf)
  const named = items.map((item, place) => ({ ...item, shownName: names[place] ?? item.label }))
  const of = (some: typeof named): ShownPeriod => ({ labels: longestLabels(some), items: some })
  const current = of(named.filter((item) => item.compare_label !== 'previous'))
  const previous = named.filter((item) => item.compare_label === 'previous')
  return previous.length === 0 ? [current] : [current, of(previous)]
}

/**
 * Returns the dates of the current period, then the numbers of the buckets that only the earlier period
 * has: its 29th is `29`.
 */
function bucketNames([current, ...others]: readonly ShownPeriod[]): string[] {
  const labels = current?.labels ?? []
  const length = Math.max(labels.length, ...others.map((other) => other.labels.length))
  return Array.from({ length }, (_, i) => labels[i] ?? String(i + 1))
}

/**
 * Name of the dates of the earlier period. It is like the name of a series, so the rows of both periods
 * read alike.
 */
const DATES = 'Dates - previous'

/**
 * Makes a table with a row for each item, and a column for each date or for the value of the whole range.
 * Without an item there are no dates either. The columns are the dates of the current period; a last row
 * has the dates of the earlier one.
 */
export function trendTable(items: readonly TrendItem[]): Table {
  if (areBoxes(items)) return boxTable(items)
  if (areTotals(items)) {
    const names = itemNames(items, nameOf)
    return {
      columns: ['series', 'total'],
      rows: items.map((item, place) => [names[place], item.aggregated_value]),
    }
  }
  const periods = periodsOf(items)
  const columns = bucketNames(periods)
  const [, previous] = periods
  const rowOf = (name: string, cells: readonly unknown[]) => [
    name,
    ...columns.map((_, i) => cells[i] ?? null),
  ]
  return {
    columns: ['series', ...columns],
    rows: [
      ...periods.flatMap((period) => period.items.map(({ shownName, data }) => rowOf(shownName, data))),
      ...(previous === undefined ? [] : [rowOf(DATES, previous.labels)]),
    ],
  }
}

/**
 * Makes a chart with a line for each item, and a table with a row for each date. For values of the whole
 * range, each value has a bar and a row. The lines of a box plot are its medians, and its table has a row
 * for each box.
 */
export function trendPicture(items: readonly TrendItem[]): Picture {
  if (areTotals(items)) return totalsPicture(items)
  const boxes = areBoxes(items) ? boxRows(items) : null
  const periods = periodsOf(items)
  const buckets = bucketNames(periods)
  if (buckets.length === 0) return null
  return {
    chart: {
      form: 'lines',
      labels: buckets,
      series: periods.flatMap((period) =>
        period.items.map(({ shownName, data, labels }) => ({ name: shownName, values: data, labels })),
      ),
    },
    table: boxes === null ? datesTable(periods, buckets) : boxPictureTable(boxes),
  }
}

const areBoxes = (items: readonly TrendItem[]) => items.some(({ boxplot_data }) => boxplot_data !== undefined)

/** Returns a row for each box: its series, its date and its statistics. */
function boxRows(items: readonly TrendItem[]): (string | number)[][] {
  const names = itemNames(items, nameOf)
  return items.flatMap(({ label: series, boxplot_data = [] }, place) =>
    boxplot_data.map(({ label, min, p25, median, p75, max, mean, count }) => [
      ...[names[place] ?? series, label],
      ...[min, p25, median, p75, max, mean, count],
    ]),
  )
}

const boxTable = (items: readonly TrendItem[]): Table => ({
  columns: ['series', 'date', 'min', 'p25', 'median', 'p75', 'max', 'mean', 'count'],
  rows: boxRows(items),
})

const STATISTICS = ['Minimum', '25th percentile', 'Median', '75th percentile', 'Maximum', 'Mean', 'Numbers']

const boxPictureTable = (rows: readonly (string | number)[][]): PictureTable => ({
  columns: [
    { title: 'Series', format: 'text' },
    { title: 'Date', format: 'date' },
    ...STATISTICS.map((title) => ({ title, format: 'number' as const })),
  ],
  rows,
})

/**
 * Makes a table with the dates of the current period and its numbers, then the dates of the earlier period
 * and its numbers.
 */
function datesTable(periods: readonly ShownPeriod[], buckets: readonly string[]): PictureTable {
  const columnsOf = (period: ShownPeriod, i: number) => [
    ...(i === 0 ? [] : [{ title: DATES, format: 'date' as const }]),
    ...period.items.map(({ shownName }) => ({ title: shownName, format: 'number' as const })),
  ]
  const cellsOf = (period: ShownPeriod, i: number, bucket: number) => [
    ...(i === 0 ? [] : [period.labels[bucket] ?? null]),
    ...period.items.map(({ data }) => data[bucket] ?? null),
  ]
  return {
    columns: [{ title: 'Date', format: 'date' }, ...periods.flatMap(columnsOf)],
    rows: buckets.map((name, bucket) => [
      name,
      ...periods.flatMap((period, i) => cellsOf(period, i, bucket)),
    ]),
  }
}

function totalsPicture(items: readonly TrendItem[]): Picture {
  const names = itemNames(items, nameOf)
  return {
    chart: {
      form: 'stacked bars',
      labels: names,
      series: [{ name: 'Total', values: items.map((item) => item.aggregated_value ?? 0) }],
    },
    table: {
      columns: [
        { title: 'Series', format: 'text' },
        { title: 'Total', format: 'number' },
      ],
      rows: items.map((item, place) => [names[place] ?? item.label, item.aggregated_value ?? null]),
    },
  }
}
