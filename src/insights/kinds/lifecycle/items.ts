import { z } from 'zod'
import type { Table } from '#insights/kind/kind.ts'
import type { PeopleLinks } from '#insights/kind/people-links.ts'
import type { Picture } from '#insights/kind/picture.ts'
import { daySelectors } from '#insights/kind/select.ts'
import {
  AskedFilter,
  INCOMPLETE_DAYS,
  PEOPLE_FIELDS,
  SeriesAction,
  toAskedFilter,
  toPeopleFields,
  toSeriesAction,
} from '#insights/kind/series-items.ts'
import type { JsonObject } from '#shared/json-value.ts'
import { type LifecycleQuery, Status } from './query.ts'
import type { StatusSeries } from './shape.ts'
import { lifecycleTime } from './time.ts'

export const LifecycleItem = z
  .strictObject({
    action: SeriesAction,
    label: z.string().describe('The name of the event and the status, such as `signed up - new`.'),
    status: Status,
    count: z.int().describe('The sum of `data`.'),
    data: z
      .array(z.int())
      .describe('The number of actors in each interval. Dormant actors are a negative number.'),
    days: z.array(z.string()),
    labels: z.array(z.string()),
    incomplete_days: z.array(z.string()).describe(INCOMPLETE_DAYS),
    filter: AskedFilter,
    ...PEOPLE_FIELDS,
  })
  .meta({ id: 'LifecycleItem' })
export type LifecycleItem = z.infer<typeof LifecycleItem>

export function lifecycleItems(
  query: LifecycleQuery,
  answer: readonly StatusSeries[],
  links: PeopleLinks | null,
  node: JsonObject,
): LifecycleItem[] {
  const filter = toAskedFilter({ query, time: lifecycleTime(query), node })
  const [series] = query.series
  if (series === undefined) return []
  const total = answer.reduce((sum, { days }) => sum + days.length, 0)
  return answer.map(({ status, data, days, labels, incompleteDays }) => ({
    action: toSeriesAction(series, 0),
    label: `${series.name} - ${status}`,
    status,
    count: data.reduce((sum, value) => sum + value, 0),
    data: [...data],
    days: [...days],
    labels: [...labels],
    incomplete_days: [...incompleteDays],
    filter,
    ...toPeopleFields(
      links,
      { series, order: 0, selectors: { lifecycle_type: status }, total },
      daySelectors(days, 'target_date'),
    ),
  }))
}

/** Makes a table with a row for each status and a column for each interval. */
export const lifecycleTable = (_query: LifecycleQuery, answer: readonly StatusSeries[]): Table => ({
  columns: ['status', ...(answer[0]?.labels ?? [])],
  rows: answer.map(({ status, data }) => [status, ...data]),
})

/**
 * Makes a chart with bars for each interval, with active actors above zero and dormant actors below, and
 * the table of the chart.
 */
export function lifecyclePicture(_query: LifecycleQuery, answer: readonly StatusSeries[]): Picture {
  const [first] = answer
  if (first === undefined) return null
  return {
    chart: {
      form: 'stacked bars',
      labels: first.labels,
      series: answer.map(({ status, data }) => ({ name: status, values: data })),
    },
    table: {
      columns: [
        { title: 'Date', format: 'date' },
        ...answer.map(({ status }) => ({ title: status, format: 'number' as const })),
      ],
      rows: first.labels.map((label, i) => [label, ...answer.map(({ data }) => data[i] ?? null)]),
    },
  }
}
