import { z } from 'zod'
import { DISPLAYS } from '#contract/question-names.ts'
import { ENTITY_FIELDS, entityBy, parseEntities, toEntityNode } from '#query/legacy/entities.ts'
import type { FromFlat } from '#query/legacy/fields-legacy.ts'
import {
  BREAKDOWN_FIELDS,
  COMPARE_FIELDS,
  type FlatFields,
  INTERVAL_FIELDS,
  SERIES_FIELDS,
  toEntityKey,
} from '#query/legacy/flat-fields.ts'
import {
  FLAT_BREAKDOWN,
  FLAT_INTERVAL,
  FLAT_SERIES,
  FlatExclusion,
  List,
  ShownOnly,
} from '#query/legacy/flat-schema.ts'
import { seriesLegacy } from '#query/legacy/series-legacy.ts'
import { Anything, BooleanOrText, Text } from '#query/node.ts'
import { requireOneOf } from '#query/refuse.ts'
import type { FieldPaths } from '#shared/field-paths.ts'
import { isGiven, isJsonObject, type JsonObject } from '#shared/json-value.ts'
import type { FunnelsNode } from './node.ts'

/** The parameters of `GET` and `POST insights/funnel/`, and of saved `filters` of a funnel. */
export const FunnelParameters = z
  .object({
    ...FLAT_SERIES,
    ...FLAT_INTERVAL,
    ...FLAT_BREAKDOWN,
    breakdown_limit: Anything.describe(
      'The number of rows, not counting the row of all other values. 10 if absent.',
    ),
    breakdown_histogram_bin_count: Anything.describe('Not supported in a funnel.'),
    funnel_viz_type: Text.nullish().describe(
      'steps (default): the actors of each step. trends: the conversion of each `interval`. time_to_convert: the actors by the time they took.',
    ),
    funnel_order_type: Text.nullish().describe(
      'ordered (default): other events may come between two steps. strict: no other event may come between two steps. unordered: the steps may come in any order.',
    ),
    exclusions: List.nullish().describe(
      'At most 10 events `{id, type?, properties?, funnel_from_step, funnel_to_step}`, with both steps counted from 0. Actors who have one of these events between its two steps are excluded.',
    ),
    funnel_from_step: Anything.describe(
      'The first of the two steps that trends and time_to_convert compare, counted from 0. 0 if absent.',
    ),
    funnel_to_step: Anything.describe(
      'The second of the two steps that trends and time_to_convert compare. The last step if absent.',
    ),
    bin_count: Anything.describe(
      'The number of bins of time_to_convert, 1 to 90. If absent, it depends on the number of actors.',
    ),
    breakdown_attribution_type: Text.nullish().describe(
      'Which values an actor counts for. first_touch (default): the value of its first event that has one. last_touch: the value of its last event that has one. all_events: each value of its events. step: each value of its events of one step.',
    ),
    breakdown_attribution_value: Anything.describe(
      'With the breakdown_attribution_type step: the step, counted from 0.',
    ),
    funnel_aggregate_by_hogql: Text.nullish().describe(
      'Counts the values of this expression, such as properties.$session_id, instead of persons.',
    ),
    display: Text.nullish().describe(
      'ActionsLineGraph without a `funnel_viz_type` means trends. Otherwise it has no effect on numbers.',
    ),
    funnel_window_interval: Anything.describe(
      'The length of the window in its unit, a whole number. 14 if absent.',
    ),
    funnel_window_interval_unit: Text.nullish().describe(
      'The unit of the window: second, minute, hour, day (default), week or month.',
    ),
    funnel_window_interval_type: Text.nullish().describe(
      'Another name of funnel_window_interval_unit, which takes precedence if both are sent.',
    ),
    funnel_window_days: Anything.describe(
      'Deprecated: the length of the window in days, if no funnel_window_interval is sent.',
    ),
    compare: BooleanOrText.nullish().describe('Whether an earlier period is computed as well.'),
    compare_to: Text.nullish().describe(
      'The distance of the earlier period, such as -1w. With it, the question compares even without `compare`.',
    ),
    layout: ShownOnly,
    funnel_step_reference: ShownOnly,
  })
  .meta({ id: 'FunnelParameters' })
type FunnelParameters = z.output<typeof FunnelParameters>

const FIELDS: FlatFields = {
  ...SERIES_FIELDS,
  ...BREAKDOWN_FIELDS,
  ...COMPARE_FIELDS,
  ...INTERVAL_FIELDS,
  funnel_viz_type: 'funnelsFilter.funnelVizType',
  funnel_order_type: 'funnelsFilter.funnelOrderType',
  exclusions: 'funnelsFilter.exclusions',
  funnel_from_step: 'funnelsFilter.funnelFromStep',
  funnel_to_step: 'funnelsFilter.funnelToStep',
  bin_count: 'funnelsFilter.binCount',
  breakdown_attribution_type: 'funnelsFilter.breakdownAttributionType',
  breakdown_attribution_value: 'funnelsFilter.breakdownAttributionValue',
  funnel_aggregate_by_hogql: 'funnelsFilter.funnelAggregateByHogQL',
  layout: 'funnelsFilter.layout',
  funnel_step_reference: 'funnelsFilter.funnelStepReference',
}
const WINDOW = 'funnelsFilter.funnelWindowInterval'
const WINDOW_UNIT = 'funnelsFilter.funnelWindowIntervalUnit'

/**
 * Maps the parameters of the window. The length of the window is sent in one of two parameters, and its
 * unit in one of two others. `funnel_window_days` has no unit.
 */
function windowFields(flat: FunnelParameters): FlatFields {
  if (!isGiven(flat.funnel_window_interval) && isGiven(flat.funnel_window_days))
    return { funnel_window_days: WINDOW }
  return isGiven(flat.funnel_window_interval_unit) || !isGiven(flat.funnel_window_interval_type)
    ? { funnel_window_interval: WINDOW, funnel_window_interval_unit: WINDOW_UNIT }
    : { funnel_window_interval: WINDOW, funnel_window_interval_type: WINDOW_UNIT }
}

const legacyWith = (window: FlatFields) =>
  seriesLegacy<FunnelParameters, FunnelsNode>('FUNNELS', { ...FIELDS, ...window })

const EXCLUSION_STEPS: Readonly<Record<string, string>> = {
  funnelFromStep: 'funnel_from_step',
  funnelToStep: 'funnel_to_step',
}
const EXCLUSION_FIELDS: FlatFields = {
  ...ENTITY_FIELDS,
  funnel_from_step: 'funnelFromStep',
  funnel_to_step: 'funnelToStep',
}

/**
 * Turns flat parameters into a node.
 * @throws RequestError for entities and exclusions that cannot be parsed.
 */
export function fromFlatFunnels(flat: FunnelParameters): FromFlat<FunnelsNode> {
  const exclusions = parseEntities(FlatExclusion, flat.exclusions, 'exclusions').map(({ entity, place }) =>
    toEntityNode(entity, place, EXCLUSION_FIELDS),
  )
  const ofDisplay = visualisationOf(flat)
  const { node, at } = legacyWith(windowFields(flat)).fromFlat({
    ...flat,
    funnel_viz_type: flat.funnel_viz_type || ofDisplay,
    exclusions,
  })
  return { node, at: withExclusionPlaces(at) }
}

/**
 * Returns the visualisation that `display` stands for; null if it stands for none. Old funnels have their
 * visualisation in `display`. A trend that became a funnel keeps its display, so every display of a trend is
 * accepted.
 * @throws RequestError for an unknown display.
 */
function visualisationOf({ display }: FunnelParameters): string | null {
  const name = display || 'FunnelViz'
  requireOneOf(name, ['FunnelViz', ...DISPLAYS], { noun: 'display', path: ['display'], all: [] })
  return name === 'ActionsLineGraph' ? 'trends' : null
}

/** Names the fields of exclusions as a sender of flat parameters knows them. */
const withExclusionPlaces =
  (at: FieldPaths): FieldPaths =>
  (...field) => {
    const [section, list, index, key, ...rest] = field
    if (section !== 'funnelsFilter' || list !== 'exclusions' || index === undefined || key === undefined)
      return at(...field)
    return ['exclusions', index, EXCLUSION_STEPS[String(key)] ?? toEntityKey(key), ...rest]
  }

const legacyOfNodes = legacyWith(windowFields({}))
const toExclusion = entityBy(EXCLUSION_FIELDS)

/**
 * Turns a node into flat parameters. Returns null for a node that flat parameters cannot express, such as one
 * with an optional step: an entity has no field for it.
 */
export function toFlatFunnels(node: JsonObject): JsonObject | null {
  const flat = legacyOfNodes.toFlat(withoutUnset(node))
  if (flat === null || !isGiven(flat.exclusions)) return flat
  const exclusions = [flat.exclusions].flat().map(toExclusion)
  return exclusions.includes(null) ? null : { ...flat, exclusions }
}

/** Removes `optionalInFunnel: false`, which clients write for steps that are the same without the field. */
function withoutUnset(node: JsonObject): JsonObject {
  if (!Array.isArray(node.series)) return node
  const series = node.series.map((step) => {
    if (!isJsonObject(step) || step.optionalInFunnel !== false) return step
    const { optionalInFunnel: _, ...rest } = step
    return rest
  })
  return { ...node, series }
}

/** A funnel of events that the demo has. */
export const EXAMPLE_FUNNEL = {
  events: [
    { id: 'visited pricing', order: 0 },
    { id: 'signed up', order: 1 },
    { id: 'activated', order: 2 },
  ],
  date_from: '-90d',
}
