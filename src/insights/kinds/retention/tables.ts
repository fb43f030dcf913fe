import type { Table } from '#insights/kind/kind.ts'
import type { Picture, Unfinished } from '#insights/kind/picture.ts'
import type { RetentionItem } from './items.ts'

const labelsOf = ([first]: readonly RetentionItem[]) => first?.values.map(({ label }) => label) ?? []

/** Returns the day of a cohort, or its time if the intervals are hours. */
const dateOf = ({ label, date }: RetentionItem) => (label.startsWith('Hour') ? date : date.slice(0, 10))

/** Returns the row of the breakdown in words; null without a breakdown. */
const rowName = (item: RetentionItem | undefined): string | null => item?.breakdown_values?.join('::') ?? null

/** Whether the values are sums or means of numbers, which are shown instead of shares. */
const hasSums = ([first]: readonly RetentionItem[]) => first?.values[0]?.aggregation_value !== undefined

/**
 * Makes a table with a row for each cohort: its date, its size, and each of its values. With a breakdown
 * the first column is the row of the breakdown.
 */
export function retentionTable(items: readonly RetentionItem[]): Table {
  const labels = labelsOf(items)
  const isBrokenDown = items.some((item) => rowName(item) !== null)
  return {
    columns: [...(isBrokenDown ? ['breakdown'] : []), 'cohort', 'cohort size', ...labels],
    rows: items.map((item) => [
      ...(isBrokenDown ? [rowName(item)] : []),
      dateOf(item),
      item.values[0]?.count ?? 0,
      ...labels.map((_, value) => item.values[value]?.aggregation_value ?? item.values[value]?.count ?? null),
    ]),
  }
}

/**
 * Returns the mean of each value over the cohorts in which its interval is whole: the sum of all counts
 * divided by the sum of their bases, so each actor has the same weight. Null if the sum of the bases is 0.
 */
const meanRates = (items: readonly RetentionItem[]): (number | null)[] =>
  labelsOf(items).map((_, value) => {
    const whole = items.flatMap(({ values }) => values[value] ?? []).filter((one) => !one.is_incomplete)
    const base = sumOf(whole.map((one) => one.base))
    return base === 0 ? null : sumOf(whole.map(({ count }) => count)) / base
  })

/**
 * Returns the mean of the sums or means of each value over the cohorts in which its interval is whole. Null
 * if there is no such cohort.
 */
const meanSums = (items: readonly RetentionItem[]): (number | null)[] =>
  labelsOf(items).map((_, value) => {
    const whole = items
      .flatMap(({ values }) => values[value] ?? [])
      .filter((one) => !one.is_incomplete)
      .map((one) => one.aggregation_value ?? 0)
    return whole.length === 0 ? null : sumOf(whole) / whole.length
  })

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/**
 * Splits the items by breakdown row. The items of a row follow each other, the first cohort first. Without a
 * breakdown there is one row.
 */
function byRow(items: readonly RetentionItem[]): readonly (readonly RetentionItem[])[] {
  const next = items.findIndex(({ label }, i) => i > 0 && label === items[0]?.label)
  const cohorts = next < 0 ? items.length : next
  return Array.from({ length: items.length / cohorts }, (_, row) =>
    items.slice(row * cohorts, (row + 1) * cohorts),
  )
}

/** Most lines of a chart. */
const MOST_LINES = 10

/**
 * The form in which the values of an answer are shown: as shares of a cohort, or as sums or means of
 * numbers.
 */
interface Shown {
  readonly mean: string
  /** The name of the line if there is only one. */
  readonly line: string
  readonly format: 'percent' | 'number'
  /**
   * Index of the first value that has a column. Shares leave out value 0, which is always the whole cohort.
   */
  readonly first: 0 | 1
  means(items: readonly RetentionItem[]): (number | null)[]
  of(value: RetentionItem['values'][number] | undefined): number | null
  /** Rounds a number of a line for reading. */
  rounded(mean: number): number
}

const SHARES: Shown = {
  mean: 'Weighted mean',
  line: 'Weighted mean in percent',
  format: 'percent',
  first: 1,
  means: meanRates,
  of: (value) => value?.rate ?? null,
  rounded: (mean) => Math.round(mean * 1000) / 10,
}
const SUMS: Shown = {
  mean: 'Mean of cohorts',
  line: 'Mean of cohorts',
  format: 'number',
  first: 0,
  means: meanSums,
  of: (value) => value?.aggregation_value ?? null,
  rounded: (mean) => Number(mean.toFixed(2)),
}

/**
 * Makes a chart with a line of means for each row of the breakdown, and a table. In the table the means of
 * a row come first, followed by its cohorts.
 */
export function retentionPicture(items: readonly RetentionItem[]): Picture {
  if (items.length === 0) return null
  const shown = hasSums(items) ? SUMS : SHARES
  const rows = byRow(items)
  const labels = labelsOf(items)
  const lines = rows
    .slice(0, MOST_LINES)
    .map((row) => ({ name: rowName(row[0]) ?? shown.line, means: shown.means(row) }))
  // The intervals after the last known mean have not ended.
  const known = Math.max(1, ...lines.map(({ means }) => means.findLastIndex((mean) => mean !== null) + 1))
  return {
    chart: {
      form: 'lines',
      labels: labels.slice(0, known),
      series: lines.map(({ name, means }) => ({
        name,
        values: means.slice(0, known).map((mean) => shown.rounded(mean ?? 0)),
      })),
    },
    table: {
      columns: [
        ...(rowName(items[0]) === null ? [] : [{ title: 'Breakdown', format: 'text' as const }]),
        { title: 'Cohort', format: 'label' },
        { title: 'Size', format: 'number' },
        ...labels.slice(shown.first).map((title) => ({ title, format: shown.format })),
      ],
      rows: rows.flatMap((row) => rowsOf(row, shown)),
    },
  }
}

function cellOf(
  value: RetentionItem['values'][number] | undefined,
  shown: Shown,
): number | null | Unfinished {
  const number = shown.of(value)
  return value?.is_incomplete && number !== null ? { unfinished: number } : number
}

/** Returns the means of a row of the breakdown, then its cohorts. */
function rowsOf(items: readonly RetentionItem[], shown: Shown) {
  const name = rowName(items[0])
  const ofRow = name === null ? [] : [name]
  return [
    [...ofRow, shown.mean, null, ...shown.means(items).slice(shown.first)],
    ...items.map((item) => [
      ...ofRow,
      dateOf(item),
      item.values[0]?.count ?? 0,
      ...labelsOf(items)
        .map((_, value) => cellOf(item.values[value], shown))
        .slice(shown.first),
    ]),
  ]
}
