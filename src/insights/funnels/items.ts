import { z } from 'zod'
import type { Table } from '#insights/kind.ts'
import type { PeopleLinks } from '#insights/people/people-links.ts'
import type { Picture } from '#insights/picture.ts'
import { toEntityOf } from '#insights/series-items.ts'
import type { FunnelsQuery } from './query.ts'
import type { FunnelStep } from './shape.ts'

const step = {
  name: z.string(),
  custom_name: z.string().nullable(),
  type: z.enum(['events', 'actions']),
  people: z.array(z.unknown()),
  count: z.int().describe('Persons who reached at least this step.'),
  average_conversion_time: z.number().nullable().describe('Seconds from the step before.'),
  median_conversion_time: z.number().nullable().describe('Seconds from the step before.'),
  converted_people_url: z.string().nullable().describe('The persons of `count`.'),
  dropped_people_url: z
    .string()
    .nullable()
    .describe('The persons who reached the step before and not this one; null for the first step.'),
}
/** A step in an insight's `results`. */
export const FunnelItem = z.object({
  action_id: z
    .union([z.string(), z.int()])
    .nullable()
    .describe('The event of the step, null for every event, or the number of an action.'),
  ...step,
  order: z.int(),
})
export type FunnelItem = z.infer<typeof FunnelItem>

/** A step of call 12, in which `order` and `action_id` are text by the contract. */
export const FunnelAnswerItem = z.object({
  action_id: z
    .string()
    .nullable()
    .describe('The event of the step, null for every event, or the number of an action.'),
  ...step,
  order: z.string(),
})
export const toAnswerItem = (item: FunnelItem): z.infer<typeof FunnelAnswerItem> => ({
  ...item,
  action_id: item.action_id === null ? null : String(item.action_id),
  order: String(item.order),
})

export const funnelItems = (
  query: FunnelsQuery,
  answer: readonly FunnelStep[],
  links: PeopleLinks | null,
): FunnelItem[] =>
  answer.flatMap((step, order) => {
    const series = query.series[order]
    if (series === undefined) return []
    const entity = toEntityOf(series)
    return [
      {
        action_id: entity.id,
        name: series.name,
        custom_name: series.customName,
        order,
        people: [],
        count: step.count,
        type: entity.type,
        average_conversion_time: step.averageConversionSeconds,
        median_conversion_time: step.medianConversionSeconds,
        converted_people_url: links?.to({ funnel_step: order + 1 }) ?? null,
        dropped_people_url: order === 0 ? null : (links?.to({ funnel_step: -order - 1 }) ?? null),
      },
    ]
  })

/** A row for each step. */
export const funnelTable = (items: readonly FunnelItem[]): Table => ({
  columns: [
    'name',
    'breakdown_value',
    'action_id',
    'count',
    'median_conversion_time (seconds)',
    'average_conversion_time (seconds)',
  ],
  rows: items.map((item) => [
    item.custom_name ?? item.name,
    null,
    item.action_id,
    item.count,
    item.median_conversion_time,
    item.average_conversion_time,
  ]),
})

/** A bar and a row for each step. The length of the bar is the share of the first step. */
export function funnelPicture(items: readonly FunnelItem[]): Picture {
  if (items.length === 0) return null
  const steps = items.toSorted((a, b) => a.order - b.order)
  const nameOf = (item: FunnelItem) => item.custom_name || item.name
  return {
    chart: {
      form: 'steps',
      steps: steps.map((item) => ({
        name: nameOf(item),
        count: item.count,
        share: shareOf(item.count, steps[0]?.count),
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
      rows: steps.map((item, i) => [
        `${i + 1}. ${nameOf(item)}`,
        item.count,
        shareOf(item.count, steps[0]?.count),
        i === 0 ? null : shareOf(item.count, steps[i - 1]?.count),
        item.average_conversion_time,
        item.median_conversion_time,
      ]),
    },
  }
}

const shareOf = (count: number, of: number | undefined) => (of ? count / of : null)
