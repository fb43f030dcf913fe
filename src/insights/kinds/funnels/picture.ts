import type { Picture, PictureTable, StepsChart } from '#insights/kind/picture.ts'
import { durationText } from '#shared/number-text.ts'
import type { FunnelItem, FunnelTimesItem, FunnelTrendItem } from './items.ts'
import { rowName } from './row-items.ts'
import type { FunnelStepItem } from './step-items.ts'
import { CONVERSION, DATES, earlierDates, itemsByKind, trendDates, trendName } from './tables.ts'

/**
 * Draws steps as bars, trends as lines and times as columns. With a breakdown each row is a line or a part
 * of a column. In a comparison, the bars show the current period.
 */
export function funnelPicture(items: readonly FunnelItem[]): Picture {
  const found = itemsByKind(items)
  if (found.rows.length === 0) return null
  if (found.kind === 'trends') return trendsPicture(found.rows)
  return found.kind === 'times' ? timesPicture(found.rows[0]) : stepsPicture(found.rows)
}

type Steps = readonly FunnelStepItem[]

const nameOf = (item: FunnelStepItem) => item.custom_name || item.name
const shareOf = (count: number, of: number | undefined) => (of ? count / of : null)
const inOrder = (steps: Steps) => steps.toSorted((a, b) => a.order - b.order)

function stepsPicture(rows: readonly Steps[]): Picture {
  const funnels = rows.map(inOrder)
  const [first = []] = funnels
  const isBrokenDown = first.some((step) => rowName(step) !== null)
  return {
    chart: isBrokenDown
      ? {
          form: 'stacked bars',
          labels: first.map(nameOf),
          series: funnels.map((steps) => ({
            name: nameOfRow(steps[0]),
            values: steps.map(({ count }) => count),
          })),
        }
      : stepsChart(first),
    table: {
      columns: [
        { title: 'Step', format: 'text' },
        { title: 'Count', format: 'number' },
        { title: 'From the first', format: 'percent' },
        { title: 'From the step before', format: 'percent' },
        { title: 'Average time', format: 'duration' },
        { title: 'Median time', format: 'duration' },
      ],
      rows: funnels.flatMap(stepRows),
    },
  }
}

const nameOfRow = (item: FunnelStepItem | undefined): string =>
  (item === undefined ? null : rowName(item)) ?? CONVERSION

/** The chart of steps. The length of a bar is the share of the first step's actors. */
const stepsChart = (steps: Steps): StepsChart => ({
  form: 'steps',
  steps: steps.map((item) => ({
    name: nameOf(item),
    count: item.count,
    share: shareOf(item.count, steps[0]?.count),
  })),
})

const stepRows = (steps: Steps): PictureTable['rows'] =>
  steps.map((item, i) => [
    [item.compare_label, rowName(item), `${i + 1}. ${nameOf(item)}`].filter(Boolean).join(' · '),
    item.count,
    shareOf(item.count, steps[0]?.count),
    i === 0 ? null : shareOf(item.count, steps[i - 1]?.count),
    item.average_conversion_time,
    item.median_conversion_time,
  ])

const trendsPicture = (rows: readonly FunnelTrendItem[]): Picture => {
  const [dates, earlier] = [trendDates(rows), earlierDates(rows)]
  return {
    chart: {
      form: 'lines',
      labels: dates,
      series: rows.map((item) => ({
        ...{ name: trendName(item), values: item.data },
        ...(earlier !== null && { labels: item.labels }),
      })),
    },
    table: {
      columns: [
        { title: 'Date', format: 'date' },
        ...(earlier === null ? [] : [{ title: DATES, format: 'date' as const }]),
        ...rows.map((item) => ({ title: trendName(item), format: 'percent' as const })),
      ],
      rows: dates.map((date, i) => [
        date,
        ...(earlier === null ? [] : [earlier[i] ?? null]),
        ...rows.map(({ data }) => (i < data.length ? shareOf(data[i] ?? 0, 100) : null)),
      ]),
    },
  }
}

function timesPicture(item: FunnelTimesItem | undefined): Picture {
  const { bins } = item ?? { bins: [] }
  if (bins.length === 0) return null
  const labels = bins.map(([seconds = 0]) => durationText(seconds))
  const counts = bins.map(([, count = 0]) => count)
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
