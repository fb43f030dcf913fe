import type { Table } from '#insights/kind.ts'
import type { Picture } from '#insights/picture.ts'
import type { RetentionItem } from './items.ts'

const labelsOf = ([first]: readonly RetentionItem[]) => first?.values.map(({ label }) => label) ?? []

/** The day of a cohort, or its time where the intervals are hours. */
const dateOf = ({ label, date }: RetentionItem) => (label.startsWith('Hour') ? date : date.slice(0, 10))

/** A row for each cohort, a column for each of its values. */
export function retentionTable(items: readonly RetentionItem[]): Table {
  const labels = labelsOf(items)
  return {
    columns: ['cohort', 'cohort size', ...labels],
    rows: items.map((item) => [
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

/** A line of the means in percent; a row of the means, then a row for each cohort. */
export function retentionPicture(items: readonly RetentionItem[]): Picture {
  if (items.length === 0) return null
  const means = meanRates(items)
  const labels = labelsOf(items)
  // The intervals behind the last known mean are not over.
  const known = means.slice(0, Math.max(1, means.findLastIndex((mean) => mean !== null) + 1))
  const sizes = items.map(({ values }) => values[0]?.count ?? 0)
  return {
    chart: {
      form: 'lines',
      labels: labels.slice(0, known.length),
      series: [{ name: 'Mean in percent', values: known.map((mean) => Math.round((mean ?? 0) * 1000) / 10) }],
    },
    table: {
      columns: [
        { title: 'Cohort', format: 'label' },
        { title: 'Size', format: 'number' },
        ...labels.slice(1).map((title) => ({ title, format: 'percent' as const })),
      ],
      rows: [
        ['Mean', null, ...means.slice(1)],
        ...items.map((item, cohort) => [
          dateOf(item),
          sizes[cohort] ?? 0,
          ...labels.slice(1).map((_, value) => item.values[value + 1]?.rate ?? null),
        ]),
      ],
    },
  }
}
