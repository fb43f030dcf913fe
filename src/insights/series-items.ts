import { z } from 'zod'
import type { InsightQuery } from '#query/insight-query.ts'
import type { Series } from '#query/series.ts'
import { toWireGroup } from '#query/wire-filters.ts'

/** The series of an item, in the form of the interface. */
export const SeriesAction = z.object({
  id: z
    .union([z.string(), z.int()])
    .nullable()
    .describe('The event, null for every event, or the number of an action.'),
  type: z.enum(['events', 'actions']),
  order: z.int(),
  name: z.string(),
  custom_name: z.string().nullable(),
  math: z.string(),
  math_property: z.string().nullable(),
  math_hogql: z.string().nullable(),
  math_group_type_index: z.int().nullable(),
})

/** The event or the action of a series, in the form of the interface. */
export const toEntityOf = ({ event, actionId }: Series) =>
  actionId === undefined ? { id: event, type: 'events' as const } : { id: actionId, type: 'actions' as const }

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

/** For a field of an item. */
export const INCOMPLETE_DAYS =
  'Those of `days` whose bucket is not whole: it is not over yet, or the range begins or ends within it.'

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

const toFilterEntity = ({ event, actionId, properties, math }: Series) => ({
  id: actionId === undefined ? event : String(actionId),
  properties: [toWireGroup(properties)],
  math,
})

export const toAskedFilter = (
  query: InsightQuery & { readonly series: readonly Series[] },
): z.infer<typeof AskedFilter> => ({
  events: query.series.filter((series) => series.actionId === undefined).map(toFilterEntity),
  actions: query.series.filter((series) => series.actionId !== undefined).map(toFilterEntity),
  properties: toWireGroup(query.properties),
  filter_test_accounts: query.filterTestAccounts,
  date_from: query.dateRange.from,
  date_to: query.dateRange.to,
})
