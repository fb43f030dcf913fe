import type { Table } from '#insights/kind/kind.ts'
import type { Picture, Unfinished } from '#insights/kind/picture.ts'
import { type CohortValue, cohortValues } from './cohort-values.ts'
import type { RetentionQuery } from './query.ts'
import type { Cohort, RetentionRow } from './shape.ts'

/** A row of the breakdown with its cohorts, the earliest first. */
interface ShownRow {
  /** The values of the row in words; null without a breakdown. */
  readonly name: string | null
  readonly cohorts: readonly ShownCohort[]
}
interface ShownCohort {
  readonly date: string
  readonly values: readonly CohortValue[]
}

const shownRows = (query: RetentionQuery, answer: readonly RetentionRow[]): ShownRow[] =>
  answer.map(({ row, words, cohorts }) => ({
    name: row === null ? null : words.join('::'),
    cohorts: cohorts.map((cohort) => ({
      date: dateOf(query, cohort),
      values: cohortValues(query, cohort),
    })),
  }))

/** Returns the day of a cohort, or its time if the intervals are hours. */
const dateOf = ({ interval }: RetentionQuery, { date }: Cohort) =>
  interval === 'hour' ? date : date.slice(0, 10)

/** Returns the labels of the values. They are read from the first cohort, which has all of them. */
const labelsOf = (row: ShownRow | undefined): string[] =>
  row?.cohorts[0]?.values.map(({ label }) => label) ?? []

/**
 * Makes a table with a row for each cohort: its date, its size, and each of its values. With a breakdown
 * the first column is the row of the breakdown.
 */
export function retentionTable(query: RetentionQuery, answer: readonly RetentionRow[]): Table {
  const rows = shownRows(query, answer)
  const labels = labelsOf(rows[0])
  const isBrokenDown = rows.some(({ name }) => name !== null)
  return {
    columns: [...(isBrokenDown ? ['breakdown'] : []), 'cohort', 'cohort size', ...labels],
    rows: rows.flatMap(({ name, cohorts }) =>
      cohorts.map(({ date, values }) => [
        ...(isBrokenDown ? [name] : []),
        date,
        values[0]?.count ?? 0,
        ...labels.map((_, value) => values[value]?.aggregated ?? values[value]?.count ?? null),
      ]),
    ),
  }
}

/** Returns, for each column, its values in the cohorts in which the interval of the column is whole. */
const wholeValues = (row: ShownRow): CohortValue[][] =>
  labelsOf(row).map((_, value) =>
    row.cohorts.flatMap(({ values }) => values[value] ?? []).filter(({ isWhole }) => isWhole),
  )

/**
 * Returns the mean of the rates of each value, over the cohorts in which the interval of the value is
 * whole. The mean is the sum of all counts divided by the sum of their bases, so each actor has the same
 * weight. Null if the sum of the bases is 0.
 */
const meanRates = (row: ShownRow): (number | null)[] =>
  wholeValues(row).map((whole) => {
    const base = sumOf(whole.map((one) => one.base))
    return base === 0 ? null : sumOf(whole.map(({ count }) => count)) / base
  })

/**
 * Returns the mean of each value's sums or means, over the cohorts in which the interval of the value is
 * whole. Null if there is no such cohort.
 */
const meanSums = (row: ShownRow): (number | null)[] =>
  wholeValues(row).map((whole) =>
    whole.length === 0 ? null : sumOf(whole.map(({ aggregated }) => aggregated ?? 0)) / whole.length,
  )

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** Most lines of a chart. */
const MOST_LINES = 10

/** The form in which the values of an answer are shown: shares of a cohort, or sums or means of numbers. */
interface Shown {
  readonly mean: string
  /** The name of the line if there is only one. */
  readonly line: string
  readonly format: 'percent' | 'number'
  /**
   * Index of the first value that has a column. If shares are shown, value 0 has no column, because it is
   * always the whole cohort.
   */
  readonly first: 0 | 1
  means(row: ShownRow): (number | null)[]
  of(value: CohortValue | undefined): number | null
  /** Returns a number of a line, rounded for reading. */
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
  of: (value) => value?.aggregated ?? null,
  rounded: (mean) => Number(mean.toFixed(2)),
}

/**
 * Makes a chart with a line of means for each row of the breakdown, and a table. In the table the means of
 * a row come first, followed by its cohorts.
 */
export function retentionPicture(query: RetentionQuery, answer: readonly RetentionRow[]): Picture {
  const rows = shownRows(query, answer)
  const [first] = rows
  if (first === undefined) return null
  // If the question has sums, the sums or means are shown instead of shares.
  const shown = query.summed === undefined ? SHARES : SUMS
  const labels = labelsOf(first)
  const lines = rows
    .slice(0, MOST_LINES)
    .map((row) => ({ name: row.name ?? shown.line, means: shown.means(row) }))
  // After the last known mean, the intervals have not ended.
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
        ...(first.name === null ? [] : [{ title: 'Breakdown', format: 'text' as const }]),
        { title: 'Cohort', format: 'label' },
        { title: 'Size', format: 'number' },
        ...labels.slice(shown.first).map((title) => ({ title, format: shown.format })),
      ],
      rows: rows.flatMap((row) => rowsOf(row, shown)),
    },
  }
}

function cellOf(value: CohortValue | undefined, shown: Shown): number | null | Unfinished {
  const number = shown.of(value)
  return value?.isWhole === false && number !== null ? { unfinished: number } : number
}

/** Returns the means of a row of the breakdown, then its cohorts. */
function rowsOf(row: ShownRow, shown: Shown) {
  const ofRow = row.name === null ? [] : [row.name]
  return [
    [...ofRow, shown.mean, null, ...shown.means(row).slice(shown.first)],
    ...row.cohorts.map(({ date, values }) => [
      ...ofRow,
      date,
      values[0]?.count ?? 0,
      ...labelsOf(row)
        .map((_, value) => cellOf(values[value], shown))
        .slice(shown.first),
    ]),
  ]
}
