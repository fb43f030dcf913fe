import type { Picture, PictureTable, StepsChart } from '#insights/kind/picture.ts'
import type { FunnelsQuery } from '#insights/runs/question/query.ts'
import { durationText } from '#shared/number-text.ts'
import type { FunnelAnswer } from './answer.ts'
import { type ShownStep, type ShownSteps, type ShownTimes, type ShownTrend, shownRows } from './shown-rows.ts'
import { CONVERSION, DATES, earlierDates, trendDates, trendName } from './tables.ts'

/**
 * Draws steps as bars, trends as lines and times as columns. With a breakdown, each row is a line or a part
 * of a column. The bars of a comparison show only the current period.
 */
export function funnelPicture(query: FunnelsQuery, answer: FunnelAnswer): Picture {
  const found = shownRows(query, answer)
  if (found.rows.length === 0) return null
  if (found.kind === 'trends') return trendsPicture(found.rows)
  return found.kind === 'times' ? timesPicture(found.rows[0]) : stepsPicture(found.rows)
}

const nameOf = (step: ShownStep) => step.custom_name || step.name
const shareOf = (count: number, of: number | undefined) => (of ? count / of : null)

function stepsPicture(rows: readonly ShownSteps[]): Picture {
  const [first] = rows
  const steps = first?.steps ?? []
  return {
    chart:
      first === undefined || first.name === null
        ? stepsChart(steps)
        : {
            form: 'stacked bars',
            labels: steps.map(nameOf),
            series: rows.map((row) => ({
              name: row.name ?? CONVERSION,
              values: row.steps.map(({ count }) => count),
            })),
          },
    table: {
      columns: [
        { title: 'Step', format: 'text' },
        { title: 'Count', format: 'number' },
        { title: 'From the first', format: 'percent' },
        { title: 'From the step before', format: 'percent' },
        { title: 'Average time', format: 'duration' },
        { title: 'Median time', format: 'duration' },
      ],
      rows: rows.flatMap(stepRows),
    },
  }
}

/** The chart of steps. The length of a bar is the share of the first step's actors. */
const stepsChart = (steps: readonly ShownStep[]): StepsChart => ({
  form: 'steps',
  steps: steps.map((step) => ({
    name: nameOf(step),
    count: step.count,
    share: shareOf(step.count, steps[0]?.count),
  })),
})

const stepRows = ({ name, period, steps }: ShownSteps): PictureTable['rows'] =>
  steps.map((step, i) => [
    [period, name, `${i + 1}. ${nameOf(step)}`].filter(Boolean).join(' · '),
    step.count,
    shareOf(step.count, steps[0]?.count),
    i === 0 ? null : shareOf(step.count, steps[i - 1]?.count),
    step.averageConversionSeconds,
    step.medianConversionSeconds,
  ])

const trendsPicture = (rows: readonly ShownTrend[]): Picture => {
  const [dates, earlier] = [trendDates(rows), earlierDates(rows)]
  return {
    chart: {
      form: 'lines',
      labels: dates,
      series: rows.map((row) => ({
        ...{ name: trendName(row), values: row.rates },
        ...(earlier !== null && { labels: row.labels }),
      })),
    },
    table: {
      columns: [
        { title: 'Date', format: 'date' },
        ...(earlier === null ? [] : [{ title: DATES, format: 'date' as const }]),
        ...rows.map((row) => ({ title: trendName(row), format: 'percent' as const })),
      ],
      rows: dates.map((date, i) => [
        date,
        ...(earlier === null ? [] : [earlier[i] ?? null]),
        ...rows.map(({ rates }) => (i < rates.length ? shareOf(rates[i] ?? 0, 100) : null)),
      ]),
    },
  }
}

function timesPicture(row: ShownTimes | undefined): Picture {
  const { bins } = row ?? { bins: [] }
  if (bins.length === 0) return null
  const labels = bins.map(([seconds]) => durationText(seconds))
  const counts = bins.map(([, count]) => count)
  return {
    chart: { form: 'stacked bars', labels, series: [{ name: 'Count', values: counts }] },
    table: {
      columns: [
        { title: 'From', format: 'label' },
        { title: 'Count', format: 'number' },
      ],
      rows: labels.map((label, i) => [label, counts[i] ?? 0]),
    },
  }
}
