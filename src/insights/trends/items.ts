import { z } from 'zod'
import type { Table } from '#insights/kind.ts'
import type { PeopleLinks } from '#insights/people/people-links.ts'
import { daySelectors } from '#insights/people/select.ts'
import type { Picture } from '#insights/picture.ts'
import {
  AskedFilter,
  PEOPLE_FIELDS,
  SeriesAction,
  toAskedFilter,
  toPeopleFields,
  toSeriesAction,
} from '#insights/series-items.ts'
import type { TrendsQuery } from './query.ts'
import type { TrendSeries } from './shape.ts'

export const TrendItem = z.object({
  action: SeriesAction,
  label: z.string(),
  count: z.number(),
  data: z.array(z.number()),
  days: z.array(z.string()),
  labels: z.array(z.string()),
  filter: AskedFilter,
  ...PEOPLE_FIELDS,
})
export type TrendItem = z.infer<typeof TrendItem>

export function trendItems(
  query: TrendsQuery,
  answer: readonly TrendSeries[],
  links: PeopleLinks | null,
): TrendItem[] {
  const filter = toAskedFilter(query)
  const total = answer.reduce((sum, { days }) => sum + days.length, 0)
  return answer.flatMap(({ label, count, data, days, labels }, order) => {
    const series = query.series[order]
    if (series === undefined) return []
    const values = { label, count, data: [...data], days: [...days], labels: [...labels] }
    const people = toPeopleFields(links, { series, order, total }, daySelectors(days, 'day'))
    return [{ ...values, action: toSeriesAction(series, order), filter, ...people }]
  })
}

/** A row for each series, a column for each date. Without a series there are no dates either. */
export const trendTable = (items: readonly TrendItem[]): Table => ({
  columns: ['series', ...(items[0]?.labels ?? [])],
  rows: items.map(({ action, label, data }) => [action.custom_name ?? label, ...data]),
})

/** A line for each series; a row for each date. */
export function trendPicture(items: readonly TrendItem[]): Picture {
  const longest = items.reduce<readonly string[]>(
    (labels, item) => (item.labels.length > labels.length ? item.labels : labels),
    [],
  )
  if (longest.length === 0) return null
  return {
    chart: {
      form: 'lines',
      labels: longest,
      series: items.map(({ label, data }) => ({ name: label, values: data })),
    },
    table: {
      columns: [
        { title: 'Date', format: 'date' },
        ...items.map(({ label }) => ({ title: label, format: 'number' as const })),
      ],
      rows: longest.map((date, i) => [date, ...items.map(({ data }) => data[i] ?? null)]),
    },
  }
}
