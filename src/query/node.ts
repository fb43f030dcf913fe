import { z } from 'zod'
import { wholeNumberOf } from '#contract/paging.ts'
import { LIMITS } from './limits.ts'
import { Modifiers } from './modifiers.ts'

export const Text = z.string().max(LIMITS.textLength)
/** A boolean, or its text, because that is how a query string contains a boolean. */
export const BooleanOrText = z.union([z.boolean(), z.stringbool()], 'Must be true or false.')
/** A field that is checked later, or that changes no number. */
export const Anything = z.unknown().optional()

/** An event or an action. A series or a step is one of these or, as a group, consists of several. */
const EventsOrActionNode = z.looseObject({
  kind: z.string(),
  event: z.union([Text, z.number()]).nullish(),
  /** Id of the action, in an ActionsNode. */
  id: z.union([Text, z.number()]).nullish(),
  name: Text.nullish(),
  custom_name: Text.nullish(),
  math: Text.nullish(),
  math_property: Text.nullish(),
  math_property_type: Text.nullish(),
  math_hogql: Text.nullish(),
  math_group_type_index: z.number().nullish(),
  math_multiplier: z.number().nullish(),
  properties: Anything,
  fixedProperties: Anything,
})

/** One series or step. */
export const SeriesNode = EventsOrActionNode.extend({
  /** `OR`, in a GroupNode. */
  operator: Text.nullish(),
  /** The events and actions that a GroupNode counts together. */
  nodes: z.array(EventsOrActionNode).nullish(),
})
export type SeriesNode = z.output<typeof SeriesNode>

/** Fields that all nodes of insights share. The node of a kind extends them. */
export const COMMON_NODE = {
  dateRange: z
    .looseObject({
      date_from: Text.nullish(),
      date_to: Text.nullish(),
      explicitDate: BooleanOrText.nullish(),
    })
    .nullish(),
  properties: Anything,
  filterTestAccounts: BooleanOrText.nullish(),
  samplingFactor: Anything,
  modifiers: Modifiers,
} as const

/** Fields of nodes that have series. */
export const SERIES_NODE = {
  ...COMMON_NODE,
  series: z.array(SeriesNode).nullish(),
  /** Absent to count persons, 0 to 4 to count groups of that type. */
  aggregation_group_type_index: z.number().nullish(),
} as const

export const BreakdownFilter = z.looseObject({
  breakdown: Anything,
  breakdowns: Anything,
  breakdown_type: Anything,
  breakdown_limit: Anything,
  breakdown_group_type_index: Anything,
  breakdown_normalize_url: Anything,
  breakdown_histogram_bin_count: Anything,
  breakdown_hide_other_aggregation: Anything,
  breakdown_path_cleaning: Anything,
})

/**
 * Field of nodes that can be broken down. A dashboard overrides this field only in kinds whose nodes have
 * it.
 */
export const BREAKDOWN_NODE = { breakdownFilter: BreakdownFilter.nullish() } as const

/** How many of the largest values of a breakdown an answer skips. */
export const BreakdownOffset = wholeNumberOf({ least: 0, most: LIMITS.breakdownOffset }).nullish()

/**
 * Field of nodes that can be broken down and whose answers have pages: an answer can continue after the
 * largest values.
 */
export const PAGED_BREAKDOWN_NODE = {
  breakdownFilter: BreakdownFilter.extend({ breakdown_offset: BreakdownOffset }).nullish(),
} as const

export const COMPARE_NODE = {
  compareFilter: z.looseObject({ compare: BooleanOrText.nullish(), compare_to: Text.nullish() }).nullish(),
} as const

const CommonNode = z.looseObject(COMMON_NODE)
export type CommonNode = z.output<typeof CommonNode>
