import { z } from 'zod'
import { FunnelParameters, TrendParameters } from '#query/flat-schema.ts'
import { AskParameters } from './refresh.ts'

/** What calls 12 and 22 take; in the address as well, where the body does not say it. */
export const TrendRequest = TrendParameters.extend(AskParameters).meta({ id: 'TrendRequest' })
export const FunnelRequest = FunnelParameters.extend(AskParameters).meta({ id: 'FunnelRequest' })

const Envelope = {
  is_cached: z.boolean(),
  last_refresh: z.string(),
  timezone: z.string(),
}
const Filter = z.object({ type: z.string(), values: z.array(z.unknown()) })
const FilterEntity = z.object({ id: z.string().nullable(), properties: z.array(Filter), math: z.string() })
const Action = z.object({
  id: z.string().nullable(),
  type: z.literal('events'),
  order: z.int(),
  name: z.string(),
  custom_name: z.string().nullable(),
  math: z.string(),
})

export const TrendItem = z.object({
  action: Action,
  label: z.string(),
  count: z.number(),
  data: z.array(z.number()),
  days: z.array(z.string()),
  labels: z.array(z.string()),
  filter: z.object({
    events: z.array(FilterEntity),
    actions: z.array(FilterEntity),
    properties: Filter,
    filter_test_accounts: z.boolean(),
    date_from: z.string(),
    date_to: z.string().nullable(),
  }),
})
export type TrendItem = z.infer<typeof TrendItem>

/** Call 22. */
export const TrendBody = z
  .object({ ...Envelope, result: z.array(TrendItem), next: z.string().nullable() })
  .meta({ id: 'TrendResult' })

const step = {
  action_id: z.string().nullable().describe('The event of the step; null for every event.'),
  name: z.string(),
  custom_name: z.string().nullable(),
  type: z.literal('events'),
  people: z.array(z.unknown()),
  count: z.int().describe('Persons who reached at least this step.'),
  average_conversion_time: z.number().nullable().describe('Seconds from the step before.'),
  median_conversion_time: z.number().nullable().describe('Seconds from the step before.'),
  converted_people_url: z.string().nullable(),
  dropped_people_url: z.string().nullable(),
}
/** A step as it stands in an insight's `results`. */
export const FunnelItem = z.object({ ...step, order: z.int() })
export type FunnelItem = z.infer<typeof FunnelItem>

/** Call 12, where the contract types `order` as text. */
export const FunnelBody = z
  .object({ ...Envelope, result: z.array(z.object({ ...step, order: z.string() })) })
  .meta({ id: 'FunnelResult' })
