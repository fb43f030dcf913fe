import { z } from 'zod'
import type { InsightQuery } from '#query/insight-query.ts'
import type { Series } from '#query/series.ts'
import { toWireGroup } from '#query/wire-filters.ts'

/** The series of an item, in the form of the interface. */
export const SeriesAction = z.object({
  id: z.string().nullable(),
  type: z.literal('events'),
  order: z.int(),
  name: z.string(),
  custom_name: z.string().nullable(),
  math: z.string(),
})

export const toSeriesAction = (series: Series, order: number): z.infer<typeof SeriesAction> => ({
  id: series.event,
  type: 'events',
  name: series.name,
  custom_name: series.customName,
  order,
  math: series.math,
})

const Filter = z.object({ type: z.string(), values: z.array(z.unknown()) })
const FilterEntity = z.object({ id: z.string().nullable(), properties: z.array(Filter), math: z.string() })

/** The question of an item, in the form of the contract. */
export const AskedFilter = z.object({
  events: z.array(FilterEntity),
  actions: z.array(FilterEntity),
  properties: Filter,
  filter_test_accounts: z.boolean(),
  date_from: z.string(),
  date_to: z.string().nullable(),
})

export const toAskedFilter = (
  query: InsightQuery & { readonly series: readonly Series[] },
): z.infer<typeof AskedFilter> => ({
  events: query.series.map(({ event, properties, math }) => ({
    id: event,
    properties: [toWireGroup(properties)],
    math,
  })),
  actions: [],
  properties: toWireGroup(query.properties),
  filter_test_accounts: query.filterTestAccounts,
  date_from: query.dateRange.from,
  date_to: query.dateRange.to,
})
