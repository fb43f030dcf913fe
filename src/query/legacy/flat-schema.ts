import { z } from 'zod'
import { shown } from '#contract/nearest-name.ts'
import { WholeNumber, wholeNumberOf } from '#contract/paging.ts'
import { textAs } from '#contract/text-as.ts'
import { LIMITS } from '#query/limits.ts'
import { Anything, BooleanOrText, BreakdownOffset, Text } from '#query/node.ts'

/** A list, or its JSON text, because that is how a query string contains a list. */
export const List = z.union(
  [z.array(z.unknown()), textAs((text) => z.array(z.unknown()).parse(JSON.parse(text)), 'Expected a list.')],
  { error: ({ input }) => `Expected a list such as [...], or its JSON text, not ${shown(input)}.` },
)

/** A parameter that changes how clients show a result, but no number in it. */
export const ShownOnly = Anything.describe('Accepted for clients. It changes no number.')

/** One series or step in flat parameters. */
export const Entity = z.object(
  {
    id: z.union([Text, z.number()]).nullish(),
    type: Text.nullish(),
    order: z.number().nullish(),
    name: Text.nullish(),
    custom_name: Text.nullish(),
    math: Text.nullish(),
    math_property: Text.nullish(),
    math_property_type: Text.nullish(),
    math_hogql: Text.nullish(),
    math_group_type_index: z.number().nullish(),
    math_multiplier: z.number().nullish(),
    properties: Anything,
  },
  { error: ({ input }) => `Expected an object such as {"id": "signed up"}, not ${shown(input)}.` },
)
export type Entity = z.output<typeof Entity>

/**
 * An exclusion: an event that must not happen between two steps of a funnel. Both steps are counted from 0.
 */
export const FlatExclusion = Entity.extend({
  funnel_from_step: Anything,
  funnel_to_step: Anything,
})

/**
 * An event or an action that is the value of its own parameter, not a member of a list. The nodes of a
 * retention have such fields too.
 */
export const FieldEntity = Entity.extend({ kind: Text.nullish(), uuid: Text.nullish() })
export type FieldEntity = z.output<typeof FieldEntity>

/**
 * A parameter with one event or action as an object, or as JSON text. The fields of the object are not
 * checked here.
 */
export const EntityField = z.union(
  [
    z.record(z.string(), z.unknown()),
    textAs((text) => z.record(z.string(), z.unknown()).parse(JSON.parse(text)), 'Expected an object.'),
  ],
  {
    error: ({ input }) =>
      `Expected an object such as {"id": "signed up"}, or its JSON text, not ${shown(input)}.`,
  },
)

/**
 * Schemas of what the schema of flat parameters leaves unchecked: the members of lists, and the entities
 * that are parameters of their own.
 */
export const FLAT_MEMBERS = {
  events: Entity,
  actions: Entity,
  exclusions: FlatExclusion,
  target_entity: FieldEntity,
  returning_entity: FieldEntity,
} as const

/**
 * The index of the group type whose groups are counted; 0 means persons. Clients send empty text for
 * persons.
 */
export const GroupTypeIndex = z
  .union(
    [WholeNumber, z.literal('').transform(() => 0)],
    'Expected the index of a group type: 1 to 4, or 0 for persons.',
  )
  .meta({ type: 'integer' })

/** The parameters that all kinds share. */
export const FLAT_COMMON = {
  properties: Anything.describe('Filters: a list, an AND/OR group, or the JSON text of either.'),
  filter_test_accounts: BooleanOrText.nullish().describe("Adds the project's test_account_filters."),
  date_from: Text.nullish().describe('A date, or relative: -7d (default), -1mStart, all.'),
  date_to: Text.nullish().describe('A date, or relative; now when absent.'),
  explicit_date: BooleanOrText.nullish().describe('Take both instants exactly, without rounding to days.'),
  aggregation_group_type_index: GroupTypeIndex.nullish().describe(
    '0 or absent counts persons; 1 to 4 counts groups of that type. A stickiness uses the math unique_group instead.',
  ),
  sampling_factor: Anything.describe(
    'From 0 to 1. It is not applied: every event is counted, and a warning says so.',
  ),
} as const

/** Parameters of a kind with series: its events, and the parameters that all kinds share. */
export const FLAT_SERIES = {
  events: List.nullish().describe(
    'Required unless there are actions. Each one is `{id, order?, name?, custom_name?, math?, properties?}`: `id` is the name of the event, or null for every event; `math` is total or dau, or in a stickiness unique_group.',
  ),
  actions: List.nullish().describe('Like `events`, but `id` is the id of an action.'),
  ...FLAT_COMMON,
} as const

export const FLAT_INTERVAL = {
  interval: Text.nullish().describe('minute, hour, day (default), week, month, quarter or year.'),
} as const

export const FLAT_BREAKDOWN = {
  breakdown: Anything.describe(
    'The name of a property. For the type hogql an expression. For the type cohort an id, `all`, or a list of these or its JSON text.',
  ),
  breakdowns: Anything.describe(
    'Several breakdowns at once: `[{property, type?, group_type_index?, normalize_url?, histogram_bin_count?}]`, at most 3.',
  ),
  breakdown_type: Anything.describe('event (default), person, cohort, group, session or hogql.'),
  breakdown_limit: Anything.describe(
    'The most rows, without the row of all other values. The default is 25, or 300 in a WorldMap.',
  ),
  breakdown_group_type_index: Anything.describe('For the type group, the index of the group type: 0 to 4.'),
  breakdown_normalize_url: Anything.describe(
    'Removes everything after ? or # from values, and slashes at their end.',
  ),
  breakdown_histogram_bin_count: Anything.describe('Puts numbers into this many bins, 1 to 100.'),
  breakdown_path_cleaning: Anything.describe('Applies the `path_cleaning_filters` of the project to values.'),
  breakdown_hide_other_aggregation: Anything.describe('Leaves out the row of all other values.'),
} as const

export const FLAT_PAGED_BREAKDOWN = {
  ...FLAT_BREAKDOWN,
  limit: wholeNumberOf({ least: 1, most: LIMITS.breakdownValues })
    .nullish()
    .describe('Another name for breakdown_limit. If both are given, breakdown_limit is used.'),
  offset: BreakdownOffset.describe(
    'Leaves this many of the largest values of the breakdown out of the answer.',
  ),
} as const
