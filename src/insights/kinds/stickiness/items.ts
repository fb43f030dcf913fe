import { z } from 'zod'
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
import { shownNames } from '#insights/kind/shown-names.ts'
import type { Series } from '#query/series.ts'
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
  return rowsOf(query, answer).map(({ series, order, period, label, count, data, labels }) => {
    const days = data.map((_, i) => i + 1)
    const compared = period === null ? null : { compare_label: period }
    return {
      action: toSeriesAction(series, order),
      label,
      count,
      data: [...data],
      days,
      labels,
      filter,
      ...toPeopleFields(
        links,
        { series, order, total, ...(compared && { selectors: compared }) },
        days.map((n) => ({ stickiness_days: n })),
      ),
      ...(compared && { compare: true as const, ...compared }),
    }
  })
}

/** A series in one period, in words. */
interface StickinessRow extends Pick<SeriesStickiness, 'count' | 'data'> {
  readonly series: Series
  /** Index of the series among the series of the question. */
  readonly order: number
  /** The period; null if no periods are compared. */
  readonly period: SeriesStickiness['period'] | null
  readonly label: string
  /** For each entry of `data`: its number of active intervals in words. */
  readonly labels: string[]
}

function rowsOf(query: StickinessQuery, answer: readonly SeriesStickiness[]): StickinessRow[] {
  const isCompared = answer.some(({ period }) => period === 'previous')
  const labels = seriesLabels(query.series)
  return answer.flatMap(({ series: order, period, count, data }) => {
    const series = query.series[order]
    if (series === undefined) return []
    return {
      ...{ series, order, count, data },
      period: isCompared ? period : null,
      label: labels[order] ?? series.name,
      labels: data.map((_, i) => inWords(i + 1, query)),
    }
  })
}

/**
 * Returns a number of intervals in words: `2 days`, or `2 periods of 7 days` if a period has several
 * intervals.
 */
function inWords(n: number, { interval, intervalCount }: StickinessQuery): string {
  const s = n === 1 ? '' : 's'
  return intervalCount === undefined
    ? `${n} ${interval}${s}`
    : `${n} period${s} of ${intervalCount} ${interval}s`
}

const namesOf = (rows: readonly StickinessRow[]) =>
  shownNames(rows.map(({ series, label, period }) => ({ name: series.customName ?? label, label, period })))

const longestLabels = (rows: readonly StickinessRow[]): readonly string[] =>
  rows.reduce<readonly string[]>(
    (longest, { labels }) => (labels.length > longest.length ? labels : longest),
    [],
  )

/** Makes a table with a row for each series and period, and a column for each number of active intervals. */
export function stickinessTable(query: StickinessQuery, answer: readonly SeriesStickiness[]): Table {
  const rows = rowsOf(query, answer)
  const labels = longestLabels(rows)
  const names = namesOf(rows)
  return {
    columns: ['series', ...labels],
    rows: rows.map(({ data }, place) => [names[place], ...labels.map((_, i) => data[i] ?? null)]),
  }
}

/**
 * Makes a chart with a line for each series and period, and a table with a row for each number of active
 * intervals.
 */
export function stickinessPicture(query: StickinessQuery, answer: readonly SeriesStickiness[]): Picture {
  const rows = rowsOf(query, answer)
  const labels = longestLabels(rows)
  if (labels.length === 0) return null
  const names = namesOf(rows)
  return {
    chart: {
      form: 'lines',
      labels,
      series: rows.map(({ data }, place) => ({ name: names[place] ?? '', values: data })),
    },
    table: {
      columns: [
        { title: 'Active in', format: 'label' },
        ...names.map((title) => ({ title, format: 'number' as const })),
      ],
      rows: labels.map((label, i) => [label, ...rows.map(({ data }) => data[i] ?? null)]),
    },
  }
}
