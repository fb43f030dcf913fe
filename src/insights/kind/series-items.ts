import { z } from 'zod'
import { endText, type TimeAsked } from '#query/date-range.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import type { Series } from '#query/series.ts'
import { type SentFilters, sentFilters } from '#query/wire-filters.ts'
import type { JsonObject } from '#shared/json-value.ts'
import type { PeopleLinks } from './people-links.ts'

export const ENTITY_TYPE = z.enum(['events', 'actions', 'groups'])

/** The series of an item, in the form of the interface. */
export const SeriesAction = z.object({
  id: z
    .union([z.string(), z.int()])
    .nullable()
    .describe('The name of the event, or the id of the action. Null for every event and for a group.'),
  type: ENTITY_TYPE,
  order: z.int(),
  name: z.string(),
  custom_name: z.string().nullable(),
  math: z.string(),
  math_property: z.string().nullable(),
  math_hogql: z.string().nullable(),
  math_group_type_index: z.int().nullable(),
})

/**
 * Returns the event or the action of a series, in the form of the interface. A series of several events and
 * actions is called a group in the interface.
 */
export function toEntityOf({ event, actionId, anyOf }: Series) {
  if (anyOf !== undefined) return { id: null, type: 'groups' as const }
  return actionId === undefined
    ? { id: event, type: 'events' as const }
    : { id: actionId, type: 'actions' as const }
}

export const toSeriesAction = (series: Series, order: number): z.infer<typeof SeriesAction> => ({
  ...toEntityOf(series),
  name: series.name,
  custom_name: series.customName,
  order,
  math: series.math,
  math_property: series.mathProperty?.key ?? null,
  math_hogql: series.mathHogql?.text ?? null,
  math_group_type_index: series.mathGroupTypeIndex ?? null,
})

/** Description of the field of an item that has its incomplete days. */
export const INCOMPLETE_DAYS =
  'The entries of `days` whose bucket is not complete, because it is not over yet, or because the range begins or ends within it.'

const Filter = z.object({ type: z.string(), values: z.array(z.unknown()) })
const FilterEntity = z.object({ id: z.string().nullable(), properties: z.array(Filter), math: z.string() })

/** The question of an item, in the form of the contract. */
export const AskedFilter = z.object({
  events: z.array(FilterEntity),
  actions: z.array(FilterEntity),
  properties: Filter,
  filter_test_accounts: z.boolean(),
  date_from: z.string(),
  date_to: z.string().describe('Without an end the present day or hour: dEnd, hEnd or MEnd.'),
})

/**
 * Returns a series as the filters of an item show it: its event or action, with its filters as they were
 * sent. For a series of several events and actions, returns each of them.
 */
const toFilterEntities = ({ anyOf, math, ...series }: Series, sent: SentFilters['series'][number] = []) =>
  (anyOf ?? [series]).map(({ event, actionId }, i) => ({
    isAction: actionId !== undefined,
    entity: {
      id: actionId === undefined ? event : String(actionId),
      properties: [...(sent[i] ?? [])],
      math,
    },
  }))

interface AskedOfItems {
  readonly query: InsightQuery & { readonly series: readonly Series[] }
  readonly time: TimeAsked
  /** The question as a query node. */
  readonly node: JsonObject
}

export function toAskedFilter({ query, time, node }: AskedOfItems): z.infer<typeof AskedFilter> {
  const sent = sentFilters(node)
  const entities = query.series.flatMap((series, i) => toFilterEntities(series, sent.series[i]))
  return {
    events: entities.flatMap(({ isAction, entity }) => (isAction ? [] : [entity])),
    actions: entities.flatMap(({ isAction, entity }) => (isAction ? [entity] : [])),
    properties: sent.properties,
    filter_test_accounts: query.filterTestAccounts,
    date_from: query.dateRange.from,
    date_to: endText(time),
  }
}

const PersonsUrl = z.object({
  filter: z
    .looseObject({
      entity_id: z.union([z.string(), z.int()]).nullable(),
      entity_type: ENTITY_TYPE,
      entity_order: z.int(),
      entity_math: z.string(),
    })
    .describe('The series, and the parameters in the address that select the number.'),
  url: z.string().describe('The address, without the origin of the server.'),
})

/** The fields of an item with the addresses of the people behind its numbers. */
export const PEOPLE_FIELDS = {
  persons: PersonsUrl.nullable().describe(
    'The address of the people of the item. Add a parameter that selects one of its numbers. Null for a formula, and if the question or a value is too long for an address.',
  ),
  persons_urls: z
    .array(PersonsUrl)
    .describe(
      'The addresses of the people behind each value of `data`. Empty if the answer has about 7,000 values or more; the limit is lower if values of a breakdown are long.',
    ),
} as const

type Selectors = Readonly<Record<string, string | number>>

interface LinkedItem {
  readonly series: Series
  readonly order: number
  /** Selectors that all numbers of the item have, in addition to the series. */
  readonly selectors?: Selectors
  /** How many numbers the whole answer has. */
  readonly total: number
}

/**
 * Returns the fields with the addresses of the people behind the numbers of an item. `each` has the
 * selectors of each number of the item.
 */
export function toPeopleFields(
  links: PeopleLinks | null,
  { series, order, selectors = {}, total }: LinkedItem,
  each: readonly Selectors[],
): { persons: z.infer<typeof PersonsUrl> | null; persons_urls: z.infer<typeof PersonsUrl>[] } {
  if (links === null) return { persons: null, persons_urls: [] }
  const { id, type } = toEntityOf(series)
  const entity = { entity_id: id, entity_type: type, entity_order: order, entity_math: series.math }
  const linkTo = (one: Selectors) => ({
    filter: { ...entity, ...selectors, ...one },
    url: links.to({ entity_order: order, ...selectors, ...one }),
  })
  const persons = linkTo({})
  return {
    persons: links.hasRoomFor(1, persons.url) ? persons : null,
    persons_urls: links.hasRoomFor(total, persons.url) ? each.map(linkTo) : [],
  }
}
