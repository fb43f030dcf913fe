import type { Table } from '#insights/kind.ts'
import type { Picture, UnfinishedShare } from '#insights/picture.ts'
import type { RetentionItem } from './items.ts'

const labelsOf = ([first]: readonly RetentionItem[]) => first?.values.map(({ label }) => label) ?? []

/** The day of a cohort, or its time where the intervals are hours. */
const dateOf = ({ label, date }: RetentionItem) => (label.startsWith('Hour') ? date : date.slice(0, 10))

/** The row of the breakdown in words; null without one. */
const rowName = (item: RetentionItem | undefined): string | null => item?.breakdown_values?.join('::') ?? null

/** A row for each cohort, a column for each of its values; with a breakdown one for its value. */
export function retentionTable(items: readonly RetentionItem[]): Table {
  const labels = labelsOf(items)
  const isBrokenDown = items.some((item) => rowName(item) !== null)
  return {
    columns: [...(isBrokenDown ? ['breakdown'] : []), 'cohort', 'cohort size', ...labels],
    rows: items.map((item) => [
      ...(isBrokenDown ? [rowName(item)] : []),
      dateOf(item),
      item.values[0]?.count ?? 0,
      ...labels.map((_, value) => item.values[value]?.count ?? null),
    ]),
  }
}

/**
 * The mean of each value, of the cohorts in which its interval is whole: all counts divided by all that they are a share of, so
 * that each actor weighs the same. Null of nothing.
 */
const meanRates = (items: readonly RetentionItem[]): (number | null)[] =>
  labelsOf(items).map((_, value) => {
    const whole = items.flatMap(({ values }) => values[value] ?? []).filter((one) => !one.is_incomplete)
    const base = sumOf(whole.map((one) => one.base))
    return base === 0 ? null : sumOf(whole.map(({ count }) => count)) / base
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

/** Lines of a chart. */
const MOST_LINES = 10

/** A line of the means of each row in percent; a table row of the means, then one for each cohort. */
export function retentionPicture(items: readonly RetentionItem[]): Picture {
  if (items.length === 0) return null
  const rows = byRow(items)
  const labels = labelsOf(items)
  const lines = rows.slice(0, MOST_LINES).map((row) => ({ name: rowName(row[0]), means: meanRates(row) }))
  // The intervals behind the last known mean are not over.
  const known = Math.max(1, ...lines.map(({ means }) => means.findLastIndex((mean) => mean !== null) + 1))
  return {
    chart: {
      form: 'lines',
      labels: labels.slice(0, known),
      series: lines.map(({ name, means }) => ({
        name: name ?? 'Weighted mean in percent',
        values: means.slice(0, known).map((mean) => Math.round((mean ?? 0) * 1000) / 10),
      })),
    },
    table: {
      columns: [
        ...(rowName(items[0]) === null ? [] : [{ title: 'Breakdown', format: 'text' as const }]),
        { title: 'Cohort', format: 'label' },
        { title: 'Size', format: 'number' },
        ...labels.slice(1).map((title) => ({ title, format: 'percent' as const })),
      ],
      rows: rows.flatMap((row) => rowsOf(row, labels.slice(1))),
    },
  }
}

function shareOf(value: RetentionItem['values'][number] | undefined): number | null | UnfinishedShare {
  const rate = value?.rate ?? null
  return value?.is_incomplete && rate !== null ? { unfinished: rate } : rate
}

/** The means of a row of the breakdown, then its cohorts. */
function rowsOf(items: readonly RetentionItem[], labels: readonly string[]) {
  const name = rowName(items[0])
  const ofRow = name === null ? [] : [name]
  return [
    [...ofRow, 'Weighted mean', null, ...meanRates(items).slice(1)],
    ...items.map((item) => [
      ...ofRow,
      dateOf(item),
      item.values[0]?.count ?? 0,
      ...labels.map((_, value) => shareOf(item.values[value + 1])),
    ]),
  ]
}
