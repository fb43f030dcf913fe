import { z } from 'zod'
import type { Table } from '#insights/kind/kind.ts'
import { linkWithRoom, type PeopleLinks } from '#insights/kind/people-links.ts'
import type { Picture } from '#insights/kind/picture.ts'
import type { CorrelationAnswer, ItemCounts } from './answer.ts'
import type { ComparedItem } from './compare-sides.ts'
import type { CorrelationQuery } from './query.ts'

const PEOPLE =
  'The address of the actors of the count. Null if the question or the item is too long for an address, and on shared pages.'

const CorrelatedItem = z
  .strictObject({
    event: z.strictObject({
      event: z
        .string()
        .describe('The name of the item: `event`, `property::value`, or `event::property::value`.'),
      properties: z.record(z.string(), z.string()).describe('The property of the item and its value.'),
      elements: z.array(z.unknown()),
    }),
    success_count: z.int().describe('The number of actors who finished the funnel and have the item.'),
    failure_count: z.int().describe('The number of actors who did not finish the funnel and have the item.'),
    odds_ratio: z.number(),
    correlation_type: z.enum(['success', 'failure']),
    success_people_url: z.string().nullable().describe(PEOPLE),
    failure_people_url: z.string().nullable().describe(PEOPLE),
  })
  .meta({ id: 'CorrelatedItem' })

/** The item of a correlation. A result has exactly one. */
export const CorrelationItem = z.strictObject({
  events: z.array(CorrelatedItem),
  skewed: z
    .boolean()
    .describe('Whether one side has no actors, or more than ten times as many as the other.'),
})
export type CorrelationItem = z.infer<typeof CorrelationItem>

type ItemNames = Pick<ItemCounts, 'name' | 'property' | 'value'>

export function correlationItems(
  { lookedAt }: CorrelationQuery,
  { items, isSkewed }: CorrelationAnswer,
  links: PeopleLinks | null,
): CorrelationItem[] {
  const selector =
    lookedAt.kind === 'properties' ? 'funnel_correlation_property_values' : 'funnel_correlation_person_entity'
  const to = ({ name, property, value }: ItemNames, hasConverted: boolean) =>
    linkWithRoom(links, 2 * items.length, {
      funnel_correlation_person_converted: String(hasConverted),
      [selector]: name,
      ...(property !== '' && { funnel_correlation_property: property, funnel_correlation_value: value }),
    })
  const events = items.map(({ success, failure, oddsRatio, side, ...item }) => ({
    event: {
      event: item.name,
      properties: item.property === '' ? {} : { [item.property]: item.value },
      elements: [],
    },
    success_count: success,
    failure_count: failure,
    odds_ratio: oddsRatio,
    correlation_type: side,
    success_people_url: to(item, true),
    failure_people_url: to(item, false),
  }))
  return [{ events, skewed: isSkewed }]
}

/** Returns a table with a row for each item that is compared. */
export const correlationTable = (_query: CorrelationQuery, { items }: CorrelationAnswer): Table => ({
  columns: ['name', 'success_count', 'failure_count', 'odds_ratio', 'correlation_type'],
  rows: items.map(cellsOf),
})

const cellsOf = ({ name, success, failure, oddsRatio, side }: ComparedItem & ItemCounts) => [
  name,
  success,
  failure,
  oddsRatio,
  side,
]

export function correlationPicture(_query: CorrelationQuery, { items }: CorrelationAnswer): Picture {
  if (items.length === 0) return null
  return {
    chart: {
      form: 'stacked bars',
      labels: items.map(({ name }) => name),
      series: [
        { name: 'Success', values: items.map(({ success }) => success) },
        { name: 'Failure', values: items.map(({ failure }) => failure) },
      ],
    },
    table: {
      columns: [
        { title: 'Name', format: 'text' },
        { title: 'Success', format: 'number' },
        { title: 'Failure', format: 'number' },
        { title: 'Odds ratio', format: 'number' },
        { title: 'Correlates with', format: 'label' },
      ],
      rows: items.map(cellsOf),
    },
  }
}
