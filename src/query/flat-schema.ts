import { z } from 'zod'
import { textAs } from '#shared/text-as.ts'
import { LIMITS } from './limits.ts'

const Text = z.string().max(LIMITS.textLength)
const Flag = z.union([z.boolean(), z.stringbool()])
const Anything = z.unknown().optional()

/** A list, or the JSON text of one, which is how the query string carries it. */
const List = z.union([
  z.array(z.unknown()),
  textAs((text) => z.array(z.unknown()).parse(JSON.parse(text)), 'Expected a list.'),
])

/** One event that is counted, or one step. */
export const Entity = z.object({
  id: z.union([Text, z.number()]).nullish(),
  type: Text.nullish(),
  order: z.number().nullish(),
  name: Text.nullish(),
  custom_name: Text.nullish(),
  math: Text.nullish(),
  properties: Anything,
})
export type Entity = z.output<typeof Entity>

// Keys that change nothing in the numbers are let through unread; those that would and cannot be honoured are refused.
const Question = z.object({
  events: List.nullish().describe(
    'Required: `{id, order?, name?, custom_name?, math?, properties?}` each; `id` is the event, null is every event; `math` is total or dau.',
  ),
  actions: List.nullish().describe('Not supported yet: refused unless empty.'),
  properties: Anything.describe('Filters: a list, an AND/OR group, or the JSON text of either.'),
  filter_test_accounts: Flag.nullish().describe("Adds the project's test_account_filters."),
  date_from: Text.nullish().describe('A date, or relative: -7d (default), -1mStart, all.'),
  date_to: Text.nullish().describe('A date, or relative; now when absent.'),
  explicit_date: Flag.nullish().describe('Take both instants exactly, without rounding to days.'),
  interval: Text.nullish().describe('hour, day (default), week or month.'),
  aggregation_group_type_index: z.coerce
    .number()
    .nullish()
    .describe('0 or absent counts persons; no other is supported yet.'),
  breakdown: Anything.describe('Not supported yet.'),
  breakdowns: Anything.describe('Not supported yet.'),
  sampling_factor: Anything.describe('Not supported: every event is counted.'),
})
export type Question = z.output<typeof Question>

/** What calls 21 and 22 take, and what saved trend `filters` hold. */
export const TrendParameters = Question.extend({
  display: Text.nullish().describe(
    'ActionsLineGraph (default), ActionsBar or ActionsAreaGraph: the same data.',
  ),
  formula: Anything.describe('Not supported yet.'),
  compare: Flag.nullish().describe('Not supported yet: refused when true.'),
  smoothing_intervals: z.coerce.number().nullish().describe('Not supported yet: refused beyond 1.'),
  shown_as: Text.nullish().describe('Volume, or nothing.'),
}).meta({ id: 'TrendParameters' })

/** What calls 11 and 12 take, and what saved funnel `filters` hold. */
export const FunnelParameters = Question.extend({
  funnel_viz_type: Text.nullish().describe('steps (default).'),
  funnel_order_type: Text.nullish().describe('ordered (default).'),
  exclusions: List.nullish().describe('Not supported yet: refused unless empty.'),
  funnel_aggregate_by_hogql: Anything.describe('Not supported.'),
  funnel_window_interval: Anything.describe('A whole number; 14 when absent.'),
  funnel_window_interval_unit: Text.nullish().describe('second, minute, hour, day (default), week or month.'),
  funnel_window_interval_type: Text.nullish().describe('The same; the unit wins where both are sent.'),
  funnel_window_days: Anything.describe('Deprecated: a window in days, where no interval is given.'),
}).meta({ id: 'FunnelParameters' })
