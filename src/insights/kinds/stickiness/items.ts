import { z } from 'zod'
import { itemNames } from '#insights/kind/item-names.ts'
import type { Table } from '#insights/kind/kind.ts'
import type { PeopleLinks } from '#insights/kind/people-links.ts'
import type { Picture } from '#insights/kind/picture.ts'
import {
  AskedFilter,
  PEOPLE_FIELDS,
  SeriesAction,
  toAskedFilter,
  toPeopleFields,
  toSeriesAction,
} from '#insights/kind/series-items.ts'
import { seriesLabels } from '#query/series-labels.ts'
import type { JsonObject } from '#shared/json-value.ts'
import type { StickinessQuery } from './query.ts'
import type { SeriesStickiness } from './shape.ts'
import { stickinessTime } from './time.ts'

export const StickinessItem = z
  .strictObject({
    action: SeriesAction,
    label: z.string(),
    count: z.int().describe('The number of actors with at least one active interval.'),
    data: z.array(z.int()).describe('The number of actors for each number of active intervals.'),
    days: z.array(z.int()).describe('The number of active intervals of each value.'),
    labels: z
      .array(z.string())
      .describe('The entries of `days` in words, such as `2 days` or `2 periods of 7 days`.'),
    filter: AskedFilter,
    ...PEOPLE_FIELDS,
    compare: z.literal(true).optional().describe('Present if two periods are compared.'),
    compare_label: z.enum(['current', 'previous']).optional(),
  })
  .meta({ id: 'StickinessItem' })
export type StickinessItem = z.infer<typeof StickinessItem>

export function stickinessItems(
  query: StickinessQuery,
  answer: readonly SeriesStickiness[],
  links: PeopleLinks | null,
  node: JsonObject,
): StickinessItem[] {
  const filter = toAskedFilter({ query, time: stickinessTime(query), node })
  const total = answer.reduce((sum, { data }) => sum + data.length, 0)
  const isCompared = answer.some(({ period }) => period === 'previous')
  const labels = seriesLabels(query.series)
  return answer.flatMap(({ series: order, period, count, data }) => {
    const series = query.series[order]
    if (series === undefined) return []
    const days = data.map((_, i) => i + 1)
    const linked = { series, order, total, ...(isCompared && { selectors: { compare_label: period } }) }
    return {
      action: toSeriesAction(series, order),
      label: labels[order] ?? series.name,
      count,
      data: [...data],
      days,
      labels: days.map((n) => inWords(n, query)),
      filter,
      ...toPeopleFields(
        links,
        linked,
        days.map((n) => ({ stickiness_days: n })),
      ),
      ...(isCompared && { compare: true as const, compare_label: period }),
    }
  })
}

/** Returns `2 days`, or `2 periods of 7 days` if a period has several intervals. */
function inWords(n: number, { interval, intervalCount }: StickinessQuery): string {
  const s = n === 1 ? '' : 's'
  return intervalCount === undefined
    ? `${n} ${interval}${s}`
    : `${n} period${s} of ${intervalCount} ${interval}s`
}

const namesOf = (items: readonly StickinessItem[]) =>
  itemNames(items, ({ action, label }) => action.custom_name ?? label)

const longestLabels = (items: readonly StickinessItem[]): readonly string[] =>
  items.reduce<readonly string[]>(
    (longest, { labels }) => (labels.length > longest.length ? labels : longest),
    [],
  )

/** Makes a table with a row for each series and period, and a column for each number of active intervals. */
export const stickinessTable = (items: readonly StickinessItem[]): Table => {
  const labels = longestLabels(items)
  const names = namesOf(items)
  return {
    columns: ['series', ...labels],
    rows: items.map((item, place) => [names[place], ...labels.map((_, i) => item.data[i] ?? null)]),
  }
}

/**
 * Makes a chart with a line for each series and period, and a table with a row for each number of active
 * intervals.
 */
export function stickinessPicture(items: readonly StickinessItem[]): Picture {
  const labels = longestLabels(items)
  if (labels.length === 0) return null
  const names = namesOf(items)
  return {
    chart: {
      form: 'lines',
      labels,
      series: items.map((item, place) => ({ name: names[place] ?? '', values: item.data })),
    },
    table: {
      columns: [
        { title: 'Active in', format: 'label' },
        ...names.map((title) => ({ title, format: 'number' as const })),
      ],
      rows: labels.map((label, i) => [label, ...items.map(({ data }) => data[i] ?? null)]),
    },
  }
}
