import type { Table } from '#insights/kind/kind.ts'
import type { Picture, PictureTable } from '#insights/kind/picture.ts'
import { shownNames } from '#insights/kind/shown-names.ts'
import type { TrendsQuery } from './query.ts'
import { areCompared, seriesOf, type TrendAnswer, type TrendRow } from './shape.ts'

/**
 * Returns the name of a row. The label of a breakdown row already has the name of its series; the label of
 * a formula does not name the row.
 */
function nameOf(query: TrendsQuery, { place, label, rowLabel }: TrendRow): string {
  const series = seriesOf(query, place)
  if (rowLabel === null) return series?.customName ?? label
  return series === null ? `${label} - ${rowLabel}` : label
}

/** A row of an answer with the name that tables and pictures give it. */
interface NamedRow extends TrendRow {
  readonly name: string
}

function namedRows(query: TrendsQuery, rows: readonly TrendRow[]): NamedRow[] {
  const isCompared = areCompared(rows)
  const names = shownNames(
    rows.map((row) => ({
      name: nameOf(query, row),
      label: row.label,
      period: isCompared ? row.period : null,
    })),
  )
  return rows.map((row, i) => ({ ...row, name: names[i] ?? row.label }))
}

const areTotals = (rows: readonly TrendRow[]) => rows.some(({ total }) => total !== null)

const longestLabels = (rows: readonly TrendRow[]): readonly string[] =>
  rows.reduce<readonly string[]>(
    (longest, { labels }) => (labels.length > longest.length ? labels : longest),
    [],
  )

/** The rows of a period, and the dates of the period. */
interface ShownPeriod {
  readonly labels: readonly string[]
  readonly rows: readonly NamedRow[]
}

/**
 * Returns the current period and, in a comparison, the earlier one. Each has its own dates, and the numbers
 * of their dates may differ.
 */
function periodsOf(rows: readonly NamedRow[]): [ShownPeriod, ...ShownPeriod[]] {
  const of = (some: readonly NamedRow[]): ShownPeriod => ({ labels: longestLabels(some), rows: some })
  const current = of(rows.filter(({ period }) => period !== 'previous'))
  const previous = rows.filter(({ period }) => period === 'previous')
  return previous.length === 0 ? [current] : [current, of(previous)]
}

/**
 * Returns the dates of the current period, then a number for each bucket that only the earlier period has:
 * the 29th bucket is `29`.
 */
function bucketNames([current, ...others]: readonly ShownPeriod[]): string[] {
  const labels = current?.labels ?? []
  const length = Math.max(labels.length, ...others.map((other) => other.labels.length))
  return Array.from({ length }, (_, i) => labels[i] ?? String(i + 1))
}

/**
 * Name of the row or column with the dates of the earlier period. It has the form of a series name, so that
 * both periods read alike.
 */
const DATES = 'Dates - previous'

/**
 * Makes a table with a row for each row of the answer. It has a column for each date, or one column for the
 * value of the whole range. If the answer has no rows, the table has no dates either. The columns are the
 * dates of the current period; a last row has the dates of the earlier period.
 */
export function trendTable(query: TrendsQuery, answer: TrendAnswer): Table {
  const rows = namedRows(query, answer.rows)
  if (areBoxes(rows)) return boxTable(rows)
  if (areTotals(rows))
    return { columns: ['series', 'total'], rows: rows.map(({ name, total }) => [name, total]) }
  const periods = periodsOf(rows)
  const columns = bucketNames(periods)
  const [, previous] = periods
  const rowOf = (name: string, cells: readonly unknown[]) => [
    name,
    ...columns.map((_, i) => cells[i] ?? null),
  ]
  return {
    columns: ['series', ...columns],
    rows: [
      ...periods.flatMap((period) => period.rows.map(({ name, data }) => rowOf(name, data))),
      ...(previous === undefined ? [] : [rowOf(DATES, previous.labels)]),
    ],
  }
}

/**
 * Makes a chart with a line for each row of the answer, and a table with a row for each date. A value of
 * the whole range has a bar in the chart and a row in the table. The lines of a box plot are its medians,
 * and its table has a row for each box.
 */
export function trendPicture(query: TrendsQuery, answer: TrendAnswer): Picture {
  const rows = namedRows(query, answer.rows)
  if (areTotals(rows)) return totalsPicture(rows)
  const boxes = areBoxes(rows) ? boxRows(rows) : null
  const periods = periodsOf(rows)
  const buckets = bucketNames(periods)
  if (buckets.length === 0) return null
  return {
    chart: {
      form: 'lines',
      labels: buckets,
      series: periods.flatMap((period) =>
        period.rows.map(({ name, data, labels }) => ({ name, values: data, labels })),
      ),
    },
    table: boxes === null ? datesTable(periods, buckets) : boxPictureTable(boxes),
  }
}

const areBoxes = (rows: readonly TrendRow[]) => rows.some(({ boxes }) => boxes !== undefined)

/** Returns a row for each box: its series, its date and its statistics. */
const boxRows = (rows: readonly NamedRow[]): (string | number)[][] =>
  rows.flatMap(({ name, labels, boxes = [] }) =>
    boxes.map(({ min, p25, median, p75, max, mean, count }, i) => [
      ...[name, labels[i] ?? ''],
      ...[min, p25, median, p75, max, mean, count],
    ]),
  )

const boxTable = (rows: readonly NamedRow[]): Table => ({
  columns: ['series', 'date', 'min', 'p25', 'median', 'p75', 'max', 'mean', 'count'],
  rows: boxRows(rows),
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

/** Makes a table that has, for each period, its dates and its numbers. The current period comes first. */
function datesTable(periods: readonly ShownPeriod[], buckets: readonly string[]): PictureTable {
  const columnsOf = (period: ShownPeriod, i: number) => [
    ...(i === 0 ? [] : [{ title: DATES, format: 'date' as const }]),
    ...period.rows.map(({ name }) => ({ title: name, format: 'number' as const })),
  ]
  const cellsOf = (period: ShownPeriod, i: number, bucket: number) => [
    ...(i === 0 ? [] : [period.labels[bucket] ?? null]),
    ...period.rows.map(({ data }) => data[bucket] ?? null),
  ]
  return {
    columns: [{ title: 'Date', format: 'date' }, ...periods.flatMap(columnsOf)],
    rows: buckets.map((name, bucket) => [
      name,
      ...periods.flatMap((period, i) => cellsOf(period, i, bucket)),
    ]),
  }
}

const totalsPicture = (rows: readonly NamedRow[]): Picture => ({
  chart: {
    form: 'stacked bars',
    labels: rows.map(({ name }) => name),
    series: [{ name: 'Total', values: rows.map(({ total }) => total ?? 0) }],
  },
  table: {
    columns: [
      { title: 'Series', format: 'text' },
      { title: 'Total', format: 'number' },
    ],
    rows: rows.map(({ name, total }) => [name, total]),
  },
})
