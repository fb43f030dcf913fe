import type { Table } from '#insights/kind/kind.ts'
import type { FunnelsQuery } from '#insights/runs/question/query.ts'
import { toldApart } from '#query/told-apart.ts'
import type { FunnelAnswer } from './answer.ts'
import { type ShownStep, type ShownSteps, type ShownTimes, type ShownTrend, shownRows } from './shown-rows.ts'

/** The name of a row of trends or times that have no breakdown. */
export const CONVERSION = 'Conversion'

/** Returns the name of a row of trends. In a comparison it includes the period. */
export const trendName = ({ name, period }: ShownTrend): string =>
  period === null ? (name ?? CONVERSION) : `${name ?? CONVERSION} - ${period}`

/**
 * Returns the dates of the current period, followed by the numbers of the intervals that only the earlier
 * period has.
 */
export function trendDates(rows: readonly ShownTrend[]): string[] {
  const [first] = rows
  const length = Math.max(0, ...rows.map(({ labels }) => labels.length))
  return Array.from({ length }, (_, i) => first?.labels[i] ?? String(i + 1))
}

/** Returns the dates of the earlier period; null without a comparison. */
export const earlierDates = (rows: readonly ShownTrend[]): readonly string[] | null =>
  rows.find(({ period }) => period === 'previous')?.labels ?? null

/**
 * The name of the row that has the dates of the earlier period. It has the form of the names of other rows,
 * so that the rows of both periods read alike.
 */
export const DATES = 'Dates - previous'

/** Returns a table with a row for each step, for each row of trends, or for each bin. */
export function funnelTable(query: FunnelsQuery, answer: FunnelAnswer): Table {
  const found = shownRows(query, answer)
  if (found.kind === 'trends') return trendsTable(found.rows)
  return found.kind === 'times' ? timesTable(found.rows) : stepsTable(found.rows)
}

/** Returns the names of the steps of a row. Steps with the same name are told apart by their numbers. */
const stepNames = (steps: readonly ShownStep[]): string[] =>
  toldApart(
    steps.map((step, place) => ({
      name: step.custom_name ?? step.name,
      qualifiers: [`step ${place + 1}`],
    })),
  )

/** Returns the table of steps. A comparison adds the column of the period. */
const stepsTable = (rows: readonly ShownSteps[]): Table => ({
  columns: [
    'name',
    'breakdown_value',
    'action_id',
    'count',
    'median_conversion_time (seconds)',
    'average_conversion_time (seconds)',
    ...(rows.some(({ period }) => period !== null) ? ['compare_label'] : []),
  ],
  rows: rows.flatMap(({ name, period, steps }) => {
    const names = stepNames(steps)
    return steps.map((step, place) => [
      names[place],
      name,
      step.action_id,
      step.count,
      step.medianConversionSeconds,
      step.averageConversionSeconds,
      ...(period === null ? [] : [period]),
    ])
  }),
})

/**
 * Returns a table in the form of the table of trends. In a comparison, the last row has the dates of the
 * earlier period.
 */
function trendsTable(rows: readonly ShownTrend[]): Table {
  const [dates, earlier] = [trendDates(rows), earlierDates(rows)]
  const rowOf = (name: string, cells: readonly unknown[]) => [name, ...dates.map((_, i) => cells[i] ?? null)]
  return {
    columns: ['series', ...dates],
    rows: [
      ...rows.map((row) => rowOf(trendName(row), row.rates)),
      ...(earlier === null ? [] : [rowOf(DATES, earlier)]),
    ],
  }
}

/**
 * Returns the table of times. A funnel shown as times has no breakdown, but the table has a column for it,
 * without values, because programs read the other columns by their position.
 */
const timesTable = (rows: readonly ShownTimes[]): Table => ({
  columns: ['breakdown_value', 'bin', 'value'],
  rows: rows.flatMap(({ bins }) => bins.map((bin) => [null, ...bin])),
})
